import { useEffect } from "preact/hooks";
import { client } from "../app";
import { tableOf } from "../components/running_game";
import { go, link } from "../router";
import { handoverProblem, player, running, tookOver } from "../store/store";
import { errorText, isolated, t } from "../texts";

/** The link that another device has shown: this one becomes the same player. Asked first, the name here is given up. */
export function HandoverPage({ code }: { code: string }) {
  const done = tookOver.value;
  useEffect(() => {
    if (!done) return;
    tookOver.value = false;
    void client.play.lookAround().then(() => {
      const [first] = running.value ?? [];
      go(first ? tableOf(first) : link.lobby());
    });
  }, [done]);
  return (
    <div class="panel lonely">
      <h1>{t("handover.title")}</h1>
      {handoverProblem.value !== null ? (
        <p role="alert">{errorText(handoverProblem.value)}</p>
      ) : (
        <p>{t("handover.ask", { name: isolated(player.value?.name ?? "") })}</p>
      )}
      <div class="actions center">
        {handoverProblem.value === null && (
          <button class="button primary" data-testid="handover-take" onClick={() => client.takeOver(code)}>
            {t("handover.take")}
          </button>
        )}
        <a class="button" href={link.lobby()}>
          {t("room.back")}
        </a>
      </div>
    </div>
  );
}
