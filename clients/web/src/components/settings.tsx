import { useState } from "preact/hooks";
import { t } from "../texts";
import { IconButton } from "./icon";
import { later } from "./later";

const SettingsDialog = later(async () => (await import("./settings_dialog")).SettingsDialog);

export function Settings() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="gear" label={t("settings.title")} onClick={() => setOpen(true)} testid="settings" />
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
