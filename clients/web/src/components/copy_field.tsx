import { useState } from "preact/hooks";
import { t } from "../texts";

/** Puts text where it can be pasted from; without that permission the text is selected for the player to copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function CopyField({ id, label, value, testid }: { id: string; label: string; value: string; testid?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(value);
    if (!done) (document.getElementById(id) as HTMLInputElement).select();
    setCopied(done);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="invite">
      <label for={id}>{label}</label>
      <div class="row">
        <input id={id} readOnly value={value} dir="ltr" data-testid={testid} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button small" onClick={() => void copy()}>
          {t(copied ? "room.copied" : "room.copy")}
        </button>
      </div>
      <span class="hidden" role="status">
        {copied ? t("room.copied") : ""}
      </span>
    </div>
  );
}
