/**
 * The only component that shows the HTML of a mail: sanitized, in a sandboxed frame without scripts and with a strict content
 * security policy. The mail cannot reach the app, load from other servers or draw outside its frame.
 */
import fontUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { pressKey } from "#lib/hooks/shortcuts.ts";
import { textEntry } from "#lib/storage.ts";
import { useIsDark } from "#lib/theme.ts";
import { mailPolicy } from "./mail-frame.ts";
import { type PreparedMail, prepareMailHtml } from "./mail-html.ts";

type SafeHtmlProps = {
  html: string;
  /** The accessible name of the frame. */
  title: string;
  /** The reader has allowed remote pictures. */
  remoteImages: boolean;
  /** Renders the switch between the mail's colours and the theme's. Called in the dark theme, if the mail has colours. */
  children?: (look: MailLook) => ReactNode;
};

export type MailLook = {
  isDark: boolean;
  toggle: () => void;
  /** Makes this look the one that mail with colours starts with. Undefined if it is already. */
  keep: (() => void) | undefined;
};

/** "dark" if the reader wants all mail in the colours of the dark theme. The browser remembers it. */
const coloursEntry = textEntry("intellibox.mail-colours");

export function SafeHtml({ html, title, remoteImages, children }: SafeHtmlProps) {
  const isDarkTheme = useIsDark();
  const [startsDark, setStartsDark] = useState(() => coloursEntry.read() === "dark");
  const [isFlipped, setIsFlipped] = useState(false);
  const prepared = useMemo(() => prepareMailHtml(html, { remoteImages }), [html, remoteImages]);
  const { isColoured } = prepared;
  // A mail with its own colours starts on white, for which it was designed, unless the reader wants all in dark; any other mail
  // follows the theme.
  const isDark = isDarkTheme && (!isColoured || startsDark !== isFlipped);
  const keep = () => {
    if (isDark) coloursEntry.write("dark");
    else coloursEntry.clear();
    setStartsDark(isDark);
    setIsFlipped(false);
  };
  const page = useMemo(
    () =>
      documentOf(prepared, { isDark, isCard: isDarkTheme && !isDark, remoteImages, dropColours: isDark && isColoured }),
    [prepared, isDark, isDarkTheme, remoteImages, isColoured],
  );
  return (
    <>
      {isDarkTheme &&
        isColoured &&
        children?.({ isDark, toggle: () => setIsFlipped(!isFlipped), keep: isFlipped ? keep : undefined })}
      <Frame page={page} title={title} isOnWhite={isDarkTheme && !isDark} />
    </>
  );
}

/** Limits the frame, because a hostile mail can claim any height. */
const maxHeight = 60_000;
/** Stops the loop with a mail whose height depends on the frame's. */
const maxAdjustments = 40;

function Frame({ page, title, isOnWhite }: { page: string; title: string; isOnWhite: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);

  const begin = () => {
    release.current?.();
    const inner = frame.current?.contentDocument;
    if (!inner?.body) return;
    let adjustments = 0;
    const follow = () => {
      if (adjustments > maxAdjustments) return;
      adjustments += 1;
      fitWidth(inner);
      setHeight(Math.min(maxHeight, Math.max(40, Math.ceil(inner.documentElement.getBoundingClientRect().height))));
    };
    const observer = new ResizeObserver(follow);
    observer.observe(inner.body);
    // Key presses inside the frame do not bubble to the page, so the shortcuts need their own listener here.
    inner.addEventListener("keydown", pressKey);
    // A loaded picture or an opened fold is a legitimate reason to grow.
    const resetCount = () => {
      adjustments = 0;
    };
    inner.addEventListener("load", resetCount, true);
    inner.addEventListener("toggle", resetCount, true);
    release.current = () => observer.disconnect();
    follow();
  };

  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={page}
      onLoad={begin}
      style={{ height }}
      className={isOnWhite ? "block w-full rounded-control bg-white" : "block w-full"}
    />
  );
}

/** Below this, text is too small to read. */
const minScale = 0.4;

/** Scales a mail that is wider than the frame, instead of cutting it off. A much wider one is scrolled sideways. */
function fitWidth(inner: Document) {
  const { body, documentElement: root } = inner;
  body.style.removeProperty("zoom");
  const scale = root.clientWidth / Math.max(root.scrollWidth, 1);
  if (scale >= minScale && scale < 0.99) body.style.setProperty("zoom", String(scale));
}

type Look = { isDark: boolean; isCard: boolean; remoteImages: boolean; dropColours: boolean };

function documentOf({ html, sheet }: PreparedMail, { isDark, isCard, remoteImages, dropColours }: Look) {
  return `<!doctype html><html lang="und"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${mailPolicy(remoteImages)}"><meta name="referrer" content="no-referrer"><style>${styleOf(isDark, isCard)}</style><style>${sheet}${dropColours ? ourColours : ""}</style></head><body>${html}</body></html>`;
}

/** The ids make these rules count more than any of the mail's. */
const ourColours =
  "body:not(#a#b) *{color:inherit!important;background:none!important;border-color:#343742!important}body:not(#a#b#c) a{color:#98a0ff!important}";

const styleOf = (isDark: boolean, isCard: boolean) => `
@font-face{font-family:"Inter Variable";font-weight:100 900;src:url("${fontUrl}") format("woff2-variations")}
:root{color-scheme:${isDark ? "dark" : "light"}}
html{overflow-x:auto;overflow-y:hidden}
body{margin:0;padding:${isCard ? "16px" : "0 0 1px"};color:${isDark ? "#f1f2f5" : "#17181d"};font:15px/24px "Inter Variable",ui-sans-serif,system-ui,sans-serif;font-feature-settings:"cv05","cv11","ss03";letter-spacing:-.006em;overflow-wrap:break-word;-webkit-text-size-adjust:100%}
p{margin:0 0 12px}
ul,ol{margin:0 0 12px;padding-left:24px}
li{margin:2px 0}
a{color:${isDark ? "#98a0ff" : "#3b44d1"}}
img{max-width:100%;height:auto}
img:not([src]){display:none!important}
pre{white-space:pre-wrap}
blockquote{margin:12px 0;padding-left:12px;border-left:2px solid ${isDark ? "#343742" : "#d4d5dd"}}
summary{display:inline-block;margin:8px 0;padding:2px 10px;border-radius:99px;background:${isDark ? "#252831" : "#e8e8ed"};color:${isDark ? "#b6b9c6" : "#474a56"};font-size:12px;line-height:20px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
a:focus-visible,summary:focus-visible{outline:2px solid ${isDark ? "#98a0ff" : "#4650e5"};outline-offset:2px}
`;
