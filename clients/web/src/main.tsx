import "./styles/base.css";
import "./styles/layout.css";
import "./styles/board.css";
import "./styles/pages.css";
import { render } from "preact";
import { client } from "./app";
import { App } from "./pages/app_page";
import { startRouter } from "./router";

startRouter();
client.start();
addEventListener("online", () => client.connection.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) client.connection.hurry();
});
render(<App />, document.getElementById("app")!);
