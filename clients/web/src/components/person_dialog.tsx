import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import type { Player, ReportReason } from "../protocol/messages";
import { reportReasons } from "../store/people";
import { blocked, link, personAsked } from "../store/store";
import { isolated, t } from "../texts";
import { Select } from "./fields";
import { IconButton } from "./icon";

/** What one may do about another person: block and report. */
export function PersonDialog({ who }: { who: Player }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    void client.people.load();
    dialog.current?.showModal();
  }, []);
  const isBlocked = blocked.value.some((it) => it.id === who.id);
  return (
    <dialog ref={dialog} class="settings" aria-labelledby="person-title" onClose={() => (personAsked.value = null)} data-testid="person-dialog">
      <div class="dialog-head">
        <h2 id="person-title">
          <bdi>{who.name}</bdi>
        </h2>
        <IconButton icon="stop" label={t("settings.close")} onClick={() => dialog.current?.close()} testid="person-close" />
      </div>
      <div class="field">
        <button
          class="button start"
          disabled={link.value !== "online"}
          data-testid="block"
          onClick={() => void client.people.block(who, !isBlocked)}
        >
          {t(isBlocked ? "person.unblock" : "person.block", { name: isolated(who.name) })}
        </button>
        <p class="muted">{t("person.blockNote")}</p>
      </div>
      <Report who={who} onDone={() => dialog.current?.close()} />
    </dialog>
  );
}

function Report({ who, onDone }: { who: Player; onDone(): void }) {
  const [reason, setReason] = useState<ReportReason>("chat");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get("report") ?? "").trim();
    if (await client.people.report(who, reason, text)) onDone();
  };
  return (
    <form class="report" onSubmit={(event) => void submit(event)}>
      <Select
        name="reason"
        label={t("person.report")}
        value={reason}
        onChange={setReason}
        choices={reportReasons.map((it) => [it, t(`person.reason.${it}`)] as const)}
      />
      <label class="field">
        <span class="label">{t("person.text")}</span>
        <input name="report" autoComplete="off" />
      </label>
      <button class="button start" disabled={link.value !== "online"} data-testid="report">
        {t("person.send")}
      </button>
    </form>
  );
}
