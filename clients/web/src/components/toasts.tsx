import { client } from "../app";
import { toasts } from "../store/store";
import { t } from "../texts";

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
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
