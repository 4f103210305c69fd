import { relative, resolve } from "node:path";
import { schemasQuery } from "./endpoint-shapes.ts";
import { isOfGuide } from "./guide-pages.ts";

/** The bundler's facts about a module. */
type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

const source = (path: string) => resolve(import.meta.dirname, "src", path);
const login = source("main.tsx");
const shell = source("app/signed-in.tsx");
const inbox = source("features/inbox/inbox-page.tsx");
const compose = source("features/compose/compose-page.tsx");
const reply = source("features/reply/reply-page.tsx");
/** The pages that share files, by kind. A person who opens one page of a kind opens the others. */
const kinds = {
  inbox: [inbox],
  writing: [compose, reply],
  summarize: [source("features/summarize/summarize-page.tsx")],
  dashboards: [
    source("features/dashboards/user-dashboard-page.tsx"),
    source("features/dashboards/tenant-dashboard-page.tsx"),
    source("features/dashboards/platform-dashboard-page.tsx"),
    // The owner's super admin starts at a dashboard, and has the selector on every page.
    source("app/shell/tenant-selector.tsx"),
  ],
};

/**
 * Names the file of a module that several pages share, so that a page loads a few files instead of fifty: `start` (the login page),
 * `shell`, a file for each kind of page that shares much with writing, such as `inbox-writing`, and `icons`. Other modules are
 * left to the bundler.
 */
export function chunkNames() {
  let nameOf: ((id: string) => string | null) | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    nameOf ??= namesIn(graph);
    return nameOf(id);
  };
}

/** The code for use without a network is loaded after the page. It is two files, because the first files of the page name each of them. */
function offlineFile(id: string) {
  const path = relative(import.meta.dirname, id).replaceAll("\\", "/");
  if (
    /^src\/(app\/service-worker|lib\/app-update|lib\/push\/notified-user|lib\/offline\/(database|waiting-count))\.ts$/.test(
      path,
    )
  )
    return "offline-base";
  return /^src\/(app\/(app-news|use-notifications|offline\/)|lib\/offline\/kept-answers|api\/waiting-changes|state\/mail-waiting)/.test(
    path,
  )
    ? "offline"
    : null;
}

function namesIn(graph: ModuleGraph) {
  const needs = (...entries: string[]) => {
    const found = new Set<string>();
    const add = (id: string) => {
      // Most pages use none of the schemas, and what they leave unused is not loaded.
      if (found.has(id) || id.endsWith(schemasQuery)) return;
      found.add(id);
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    entries.forEach(add);
    return found;
  };
  const ofLogin = needs(login);
  const ofShell = needs(shell);
  const ofKinds = Object.entries(kinds).map(([kind, pages]) => ({ kind, ids: needs(...pages) }));
  const ofCompose = needs(compose);
  const ofReply = needs(reply);
  return (id: string) => {
    // Entries keep files of their own, which the manifest names by their source.
    if (id === login || id === shell) return null;
    // Without words of the screens, so that all languages share one file.
    if (isOfGuide(id)) return "guide";
    if (ofLogin.has(id)) return "start";
    const offline = offlineFile(id);
    if (offline) return offline;
    if (ofShell.has(id)) return "shell";
    const users = ofKinds.flatMap(({ kind, ids }) => (ids.has(id) ? kind : []));
    // Little is shared by other sets of pages: less than the requests for files of their own would cost.
    if (users.length > 1) return users.length === 2 && users.includes("writing") ? users.join("-") : "shell";
    if (ofCompose.has(id) && ofReply.has(id)) return "writing";
    // Other parts of a page, which are loaded later, use some of its icons too.
    if (/[\\/]lucide-react[\\/]/.test(id)) return [...users, "icons"].join("-");
    return null;
  };
}
