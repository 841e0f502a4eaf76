import { useRef } from "preact/hooks";
import { client } from "../app";
import { draining, link, stopReason } from "../store/store";
import { errorText, t } from "../texts";
import { useClearOfClocks } from "./clear_of_clocks";

/** Says so when the server cannot be heard, and goes away by itself when it can again. */
export function LinkBanner() {
  const floating = useRef<HTMLDivElement>(null);
  useClearOfClocks(floating, "top", link.value);
  if (link.value === "stopped") {
    const reason = stopReason.value;
    const superseded = reason === 4001;
    const text = superseded ? t("link.superseded") : typeof reason === "string" ? errorText(reason) : t("link.stopped");
    return (
      <div class="banner bad" role="alert">
        {text}
        <button class="button small" onClick={() => client.start()}>
          {t(superseded ? "link.here" : "link.again")}
        </button>
      </div>
    );
  }
  if (link.value === "reconnecting") {
    return (
      <div class="banner afloat" role="status" ref={floating}>
        <span class="spinner" aria-hidden="true" />
        {t("link.reconnecting")}
      </div>
    );
  }
  if (draining.value) {
    return (
      <div class="banner" role="status">
        {t("link.draining")}
      </div>
    );
  }
  return null;
}
