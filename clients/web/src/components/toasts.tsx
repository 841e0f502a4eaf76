import { useRef } from "preact/hooks";
import { client } from "../app";
import { toasts } from "../store/store";
import { t } from "../texts";
import { useClearOfClocks } from "./clear_of_clocks";

export function Toasts() {
  const box = useRef<HTMLDivElement>(null);
  useClearOfClocks(box, "bottom", toasts.value);
  return (
    <div class="toasts" role="status" aria-live="polite" ref={box}>
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.tone}`}>
          {toast.text}
          <button class="close" aria-label={t("toast.dismiss")} onClick={() => client.talk.dismiss(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
