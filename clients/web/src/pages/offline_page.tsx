import { useEffect, useState } from "preact/hooks";
import { client } from "../app";
import { link } from "../store/store";
import { t } from "../texts";

const patienceMs = 1500;

/** The server has not been heard yet: first nothing, for it is nearly there; then what is wrong and what to do. */
export function OfflinePage() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (!late || link.value === "stopped") return null;
  return (
    <div class="lonely" role="status" data-testid="offline">
      <img src="favicon.svg" alt="" width="72" height="72" class="faded" />
      <h1>{t("offline.title")}</h1>
      <p>{t(navigator.onLine ? "offline.server" : "offline.network")}</p>
      <p class="muted">
        <span class="spinner" aria-hidden="true" /> {t("offline.trying")}
      </p>
      <button class="button primary" onClick={() => client.connection.hurry()}>
        {t("offline.now")}
      </button>
    </div>
  );
}
