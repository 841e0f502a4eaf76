import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/forms.css";
import "./styles/lobby.css";
import "./styles/room.css";
import "./styles/match.css";
import "./styles/short.css";
import "./styles/analysis.css";
import "./styles/rules.css";
import { render } from "preact";
import { client } from "./app";
import { fetchTheRest } from "./components/later";
import { unlockSounds } from "./components/sounds";
import { App } from "./pages/app_page";
import { startRouter } from "./router";
import { applySettings } from "./store/settings";

const texts = applySettings();
startRouter();
unlockSounds();
client.start();
addEventListener("online", () => client.connection.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) client.connection.hurry();
});
texts.then(
  () => {
    render(<App />, document.getElementById("app")!);
    fetchTheRest();
  },
  // The line broke between two files of the page.
  () => setTimeout(() => location.reload(), 3000),
);

/** Keeps the page itself at hand for when there is no connection. */
function installWorker(): void {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  const worker = "sw.js";
  try {
    // The page's policy lets nothing become a script's address but this one name.
    const policy = (window as any).trustedTypes?.createPolicy("pentad-worker", {
      createScriptURL: (url: string) => (url === worker ? url : ""),
    });
    navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker).catch(() => {});
  } catch {
    // A stricter policy than ours: the page works without.
  }
}

installWorker();
