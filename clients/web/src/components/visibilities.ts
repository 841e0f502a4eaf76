import type { Visibility } from "../protocol/messages";
import { t } from "../texts";
import type { Choices } from "./fields";

export function visibilities(): Choices<Visibility> {
  return [
    ["public", t("create.visibility.public")],
    ["unlisted", t("create.visibility.unlisted")],
    ["private", t("create.visibility.private")],
  ];
}
