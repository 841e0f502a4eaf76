import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { link } from "../store/store";
import { t } from "../texts";

const parts: (() => Promise<unknown>)[] = [];
const calmMs = 1500;

/** A part of the page whose script is fetched when it is shown first, or when the page has nothing else to do. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const fetch = () =>
    (coming ??= load().then(
      (loaded) => void (Part = loaded),
      (error: unknown) => {
        coming = null;
        throw error;
      },
    ));
  parts.push(fetch);
  return function Later(props: Props) {
    const [state, setState] = useState("coming");
    const online = link.value === "online";
    useEffect(() => {
      if (Part || state === "here") return;
      let shown = true;
      const settle = (to: "here" | "failed") => void (shown && setState(to));
      fetch().then(() => settle("here"), () => settle("failed"));
      return () => void (shown = false);
    }, [online]);
    if (Part) return <Part {...props} />;
    return state === "failed" ? <Failed /> : null;
  };
}

/** The network is gone, or the server has another version of the page by now. */
function Failed() {
  return (
    <p class="lonely" role="alert">
      {t("later.failed")}{" "}
      <button class="button small" onClick={() => location.reload()}>
        {t("later.reload")}
      </button>
    </p>
  );
}

/** Once the first page is there: what comes next shall not wait for the network. */
export function fetchTheRest(): void {
  const rest = async () => {
    // A part may bring others along.
    for (let i = 0; i < parts.length; i++) await parts[i]!().catch(() => {});
  };
  setTimeout(() => void rest(), calmMs);
}
