import { link } from "../router";
import { t } from "../texts";

/** A page that says why there is nothing, and leads on. */
export function NotFound({ why = t("page.notFound") }: { why?: string }) {
  return (
    <div class="panel lonely">
      <h1>{why}</h1>
      <a class="button primary" href={link.lobby()}>
        {t("room.back")}
      </a>
    </div>
  );
}
