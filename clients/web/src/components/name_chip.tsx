import { useState } from "preact/hooks";
import { client } from "../app";
import { player, room } from "../store/store";
import { t } from "../texts";

export function NameChip() {
  const [editing, setEditing] = useState(false);
  const me = player.value;
  if (!me) return <span class="name-chip" />;
  if (!editing) {
    return (
      <button class="name-chip" title={t("name.change")} disabled={room.value !== null} onClick={() => setEditing(true)}>
        <span class="avatar" aria-hidden="true">
          {[...me.name][0]?.toUpperCase()}
        </span>
        <bdi class="name" data-testid="my-name">
          {me.name}
        </bdi>
      </button>
    );
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get("name") ?? "").trim();
    if (name && name !== me.name) client.rename(name);
    setEditing(false);
  };
  return (
    <form class="name-form" onSubmit={save} onKeyDown={(event) => event.key === "Escape" && setEditing(false)}>
      <label>
        <span class="hidden">{t("name.label")}</span>
        <input name="name" defaultValue={me.name} autoComplete="nickname" autoFocus title={t("name.note")} />
      </label>
      <button class="button small primary">{t("name.save")}</button>
      <button type="button" class="button small" onClick={() => setEditing(false)}>
        {t("name.cancel")}
      </button>
    </form>
  );
}
