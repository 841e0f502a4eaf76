import { useEffect, useRef } from "preact/hooks";
import { route, type Route } from "../router";
import { news } from "../store/store";
import { t } from "../texts";

const titled = ".match";

function pageOf(at: Route): string {
  if (at.page === "new" || at.page === "rules") return `${at.page} ${at.game}`;
  return at.page === "replay" ? `replay ${at.match}` : at.page;
}

/**
 * Each page is named after its heading, which gets the focus when one comes to the page: whoever listens hears where
 * they are. Matches and replays name themselves. What replaces the page in place takes the focus only if it was lost.
 */
export function useHeading(): void {
  const page = pageOf(route.value);
  const now = useRef({ page, wanted: false, heading: null as Element | null });
  if (now.current.page !== page) now.current = { ...now.current, page, wanted: true };
  useEffect(() => {
    const main = document.getElementById("main")!;
    const look = () => {
      const heading = main.querySelector("h1");
      const at = now.current;
      if (heading && !main.querySelector(titled)) {
        const title = at.page === "lobby" ? t("app.name") : `${news.value ?? heading.textContent} · ${t("app.name")}`;
        if (document.title !== title) document.title = title;
      }
      if (!heading || (heading === at.heading && !at.wanted)) return;
      const lost = at.heading !== null && document.activeElement === document.body;
      if (at.wanted || lost) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      now.current = { ...at, wanted: false, heading };
    };
    const watcher = new MutationObserver(look);
    watcher.observe(main, { childList: true, subtree: true, characterData: true });
    const told = news.subscribe(look);
    return () => {
      watcher.disconnect();
      told();
    };
  }, []);
}
