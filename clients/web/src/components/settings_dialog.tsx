import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import { link } from "../router";
import {
  boardTheme, boardThemes, botMoment, chooseLanguage, confirmMoves, coordinates, notify, sound, switches, theme, themes, volume, volumes,
} from "../store/settings";
import { blocked, link as connection } from "../store/store";
import { isolated, language, languages, t } from "../texts";
import { CopyField } from "./copy_field";
import { Choice, Select } from "./fields";
import { IconButton } from "./icon";
import { play } from "./sounds";

export function SettingsDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const onOff = switches.map((it) => [it, t(`settings.${it}`)] as const);
  return (
    <dialog ref={dialog} class="settings" aria-labelledby="settings-title" onClose={onClose}>
      <div class="dialog-head">
        <h2 id="settings-title">{t("settings.title")}</h2>
        <IconButton icon="stop" label={t("settings.close")} onClick={() => dialog.current?.close()} testid="settings-close" />
      </div>
      <Choice
        name="theme"
        label={t("settings.theme")}
        value={theme.value}
        onChange={(it) => (theme.value = it)}
        choices={themes.map((it) => [it, t(`settings.theme.${it}`)] as const)}
      />
      <fieldset class="field choice">
        <legend>{t("settings.board")}</legend>
        <div class="swatches">
          {boardThemes.map((it) => (
            <label key={it}>
              <input type="radio" name="board" value={it} checked={boardTheme.value === it} onChange={() => (boardTheme.value = it)} />
              <span class="swatch" data-board={it}>
                <i aria-hidden="true" />
                {t(`settings.board.${it}`)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="field-pair">
        <Choice name="coordinates" label={t("settings.coordinates")} value={coordinates.value} onChange={(it) => (coordinates.value = it)} choices={onOff} />
        <Choice name="sound" label={t("settings.sound")} value={sound.value} onChange={(it) => (sound.value = it)} choices={onOff} />
        <Choice
          name="volume"
          label={t("settings.volume")}
          value={volume.value}
          onChange={(it) => {
            volume.value = it;
            play("move");
          }}
          choices={volumes.map((it) => [it, t(`settings.volume.${it}`)] as const)}
        />
        <Choice name="confirm" label={t("settings.confirm")} value={confirmMoves.value} onChange={(it) => (confirmMoves.value = it)} choices={onOff} />
        <Choice name="moment" label={t("settings.moment")} value={botMoment.value} onChange={(it) => (botMoment.value = it)} choices={onOff} />
        <Choice name="notify" label={t("settings.notify")} value={notify.value} onChange={(it) => void setNotify(it)} choices={onOff} />
      </div>
      <Select
        name="language"
        label={t("settings.language")}
        value={language.value}
        onChange={(tag) => void chooseLanguage(tag).then((shown) => shown || client.talk.note(t("later.failed"), "bad"))}
        choices={Object.entries(languages).map(([tag, { name }]) => [tag, name] as const)}
      />
      <MoveDevice />
      <Blocked />
    </dialog>
  );
}

/** The browser asks the player, and only after this click. */
async function setNotify(to: "on" | "off"): Promise<void> {
  if (to === "off") notify.value = "off";
  else if (!("Notification" in window) || (await Notification.requestPermission()) !== "granted") client.talk.note(t("settings.notify.refused"), "bad");
  else notify.value = "on";
}

/** Whoever is not met any more cannot be found by a click on the name. */
function Blocked() {
  useEffect(() => void client.people.load(), []);
  if (blocked.value.length === 0) return null;
  return (
    <div class="field">
      <span class="label">{t("settings.blocked")}</span>
      <ul class="blocked">
        {blocked.value.map((it) => (
          <li key={it.id}>
            <bdi class="name">{it.name}</bdi>
            <button class="button small" data-testid="unblock" onClick={() => void client.people.block(it, false)}>
              {t("person.unblock", { name: isolated(it.name) })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MoveDevice() {
  const [code, setCode] = useState<string | null>(null);
  if (code !== null) {
    const url = new URL(link.handover(code), location.href).href;
    return (
      <div>
        <CopyField id="handover" label={t("handover.link")} value={url} testid="handover" />
        <p class="muted">{t("handover.note")}</p>
      </div>
    );
  }
  return (
    <div class="field">
      <span class="label">{t("handover.title")}</span>
      <button
        type="button"
        class="button small start"
        disabled={connection.value !== "online"}
        data-testid="handover-make"
        onClick={() => void client.handoverCode().then(setCode)}
      >
        {t("handover.make")}
      </button>
    </div>
  );
}
