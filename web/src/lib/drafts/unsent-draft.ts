import { isBlank } from "../mail/html-text.ts";
import { readComposeDraft } from "./compose-draft.ts";

/** True if Compose holds an unsent draft. */
export const hasUnsentDraft = () => !isBlank(readComposeDraft().bodyHtml);
