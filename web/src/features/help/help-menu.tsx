import { t } from "@intellibox/contract/text/t";
import { classNames } from "#lib/class-names.ts";
import { type Command, useAllCommands, useShortcuts } from "#lib/hooks/shortcuts.ts";
import { Link } from "#lib/router/link.tsx";
import { useNavigate } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { helpPlaces } from "./help-places.ts";
import { useHasNews } from "./seen-news.ts";

type HelpMenuProps = {
  isRail: boolean;
  /** Closes the drawer, if the menu is in it. */
  onNavigate?: (() => void) | undefined;
};

/** The menu at the foot of the sidebar. A dot says that there are news that this user has not seen. */
export function HelpMenu({ isRail, onNavigate }: HelpMenuProps) {
  const { user } = useSignedIn();
  const hasNews = useHasNews(user._id);
  const showKeys = useAllCommands().find(({ keys }) => keys === "?")?.run;
  useHelpCommands();
  return (
    <Popover
      label={t("Help")}
      align="start"
      className="w-60"
      trigger={
        <button
          type="button"
          className={classNames(
            "relative flex h-8 items-center gap-2.5 rounded-control px-2.5 text-sm font-medium text-text-2 hover:bg-hover hover:text-text focus-visible:-outline-offset-2 max-md:h-11 max-md:text-base",
            isRail ? "w-10 justify-center px-0" : "w-full",
          )}
        >
          <Tooltip text={t("Help")} side="right" disabled={!isRail}>
            <QuestionMark />
          </Tooltip>
          <span className={isRail ? "sr-only" : ""}>{t("Help")}</span>
          {hasNews && (
            <>
              <span className="sr-only">{t("(there are news)")}</span>
              <span
                aria-hidden="true"
                className={classNames("size-1.5 rounded-full bg-accent", isRail ? "absolute top-1 end-1" : "ms-auto")}
              />
            </>
          )}
        </button>
      }
    >
      {(close) => {
        const leave = () => {
          close();
          onNavigate?.();
        };
        return (
          <ul className="p-1.5">
            <Item {...helpPlaces.guide} onClick={leave} />
            {showKeys && (
              <li>
                <button
                  type="button"
                  className={`${itemClass} w-full text-start`}
                  onClick={() => {
                    leave();
                    // After the panel has returned the focus, so that the dialog can take it.
                    setTimeout(showKeys);
                  }}
                >
                  <span className="flex-1">{t("Keyboard shortcuts")}</span>
                  <KeyCaps keys="?" />
                </button>
              </li>
            )}
            <Item {...helpPlaces.news} onClick={leave} isNew={hasNews} />
            <li aria-hidden="true" className="mx-1 my-1.5 h-px bg-line" />
            <Item {...helpPlaces.terms} onClick={leave} />
            <Item {...helpPlaces.privacy} onClick={leave} />
          </ul>
        );
      }}
    </Popover>
  );
}

/** Drawn with text: another icon would make every page load more. */
const QuestionMark = () => (
  <span
    aria-hidden="true"
    className="flex size-4 shrink-0 items-center justify-center rounded-full border border-current text-2xs leading-none font-semibold text-text-3"
  >
    ?
  </span>
);

const itemClass =
  "flex min-h-8 items-center gap-2.5 rounded-item px-2.5 text-sm text-text hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11";

type ItemProps = { label: string; path: string; onClick: () => void; isNew?: boolean };

const Item = ({ label, path, onClick, isNew = false }: ItemProps) => (
  <li>
    <Link to={path} onClick={onClick} className={itemClass}>
      <span className="flex-1">{label}</span>
      {isNew && <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />}
    </Link>
  </li>
);

/** The pages of help in the command palette. */
function useHelpCommands() {
  const navigate = useNavigate();
  useShortcuts(
    Object.values(helpPlaces).map(
      ({ label, path }): Command => ({
        label: path === helpPlaces.guide.path ? t("Guide and help") : label,
        group: t("Help"),
        icon: <QuestionMark />,
        run: () => void navigate(path),
      }),
    ),
  );
}
