import { type SanitizeOptions, sanitizeHtml } from "./html-sanitize.ts";
import { serveTasks } from "./serve-tasks.ts";

serveTasks(({ html, options }: { html: string; options: SanitizeOptions }) => sanitizeHtml(html, options));
