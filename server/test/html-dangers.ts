/**
 * Finds what could run, load or cover something in sanitized HTML, by a grammar so narrow that every parser of HTML and CSS reads it
 * the same way. It shares no code or list with the sanitizer.
 */
export function dangersIn(html: string, remote: "block" | "allow" = "block"): string[] {
  const dangers: string[] = [];
  const body = html.replace(/^<style>([^<]*)<\/style>(?=<div class="ib-mail">)/, (_all, css: string) => {
    dangers.push(...sheetDangers(css, remote));
    return "";
  });
  const rest = body.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*) ?\/?>/g,
    (_all, _slash, name: string, list: string) => {
      if (
        !/^(?:a|abbr|acronym|address|article|aside|b|bd[io]|big|blockquote|br|caption|center|cite|code|col|colgroup|d[dlt]|del|dfn|div|em|fig(?:caption|ure)|font|footer|h[1-6r]|header|i|img|ins|kbd|li|main|mark|nav|[ou]l|p|pre|q|s|samp|section|small|span|strike|strong|su[bp]|table|tbody|td|tfoot|th|thead|time|tr|tt|u|var|wbr)$/.test(
          name,
        )
      )
        dangers.push(`tag ${name}`);
      for (const [, attribute = "", value = ""] of list.matchAll(/ ([a-z-]+)(?:="([^"<>]*)")?/g)) {
        const plain = value.replace(/&amp;/g, "&").replace(/&quot;/g, '"');
        if (
          /^on|^(?:id|name|srcset|action|formaction|background|ping|poster|usemap|srcdoc|xmlns|is|slot)$/.test(
            attribute,
          )
        )
          dangers.push(`attribute ${attribute}`);
        if (attribute === "class" && !/^[\w -]+$/.test(plain)) dangers.push(`class ${plain}`);
        if (attribute === "href" && !/^(?:https?:\/\/|mailto:|tel:)/i.test(plain)) dangers.push(`href ${plain}`);
        if (attribute === "src" && !isPicture(plain, remote)) dangers.push(`src ${plain}`);
        if (attribute === "style") dangers.push(...declarationDangers(plain, remote));
      }
      return "";
    },
  );
  if (/[<>]/.test(rest.replace(/&[lg]t;/g, ""))) dangers.push(`loose bracket in ${rest.slice(0, 80)}`);
  return dangers;
}

const isPicture = (url: string, remote: "block" | "allow") =>
  /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(url) || (remote === "allow" && /^https?:\/\//.test(url));

/** Rules below the mail's own element, in queries about the width of the screen. */
function sheetDangers(css: string, remote: "block" | "allow"): string[] {
  const dangers: string[] = [];
  const queries = css.replace(/@media ((?:only )?(?:screen|all)?[a-z0-9 :.(),-]*)\{/g, (_all, query: string) =>
    /(?:^|,) ?(?:print|not)|prefers|resolution|hover|pointer/.test(query) ? "@" : "{{",
  );
  const rest = queries.replace(/([^{}@]*)\{([^{}]*)\}/g, (_all, selectors: string, declarations: string) => {
    for (const selector of selectors.trim().split(","))
      if (!/^\.ib-mail(?:[ >+~.:\w()*-]|\[class[*^$]="[\w-]+"\])*$/.test(selector))
        dangers.push(`selector ${selector}`);
    if (/:(?!hover|active|focus|link|visited|(?:first|last|only)-child|empty|nth-)/.test(selectors))
      dangers.push(`selector ${selectors}`);
    if (/url\(/.test(declarations) && /[:[]/.test(selectors)) dangers.push(`picture by state ${selectors}`);
    dangers.push(...declarationDangers(declarations, remote));
    return "";
  });
  if (!/^[\s{}]*$/.test(rest)) dangers.push(`sheet ${rest.slice(0, 200)}`);
  return dangers;
}

function declarationDangers(style: string, remote: "block" | "allow"): string[] {
  const dangers: string[] = [];
  const plain = style.replace(/url\("([^"()\\\s]*)"\)/g, (_all, url: string) => {
    if (!isPicture(url, remote)) dangers.push(`picture ${url}`);
    return "";
  });
  const harmful =
    /url|expression|@|\\|javascript|import(?!ant)|behaviou?r|binding|position(?<!background-position)|image(?<!background-image|list-style-image)|var\(|attr\(|env\(|element\(|content|filter|cursor|animation|transition|transform(?<!text-transform)|z-index|inset|(?:^|[;{]) ?(?:top|left|right|bottom)|\dv[hw]|[{}<]|\/\*/i;
  if (harmful.test(plain)) dangers.push(`style ${style.slice(0, 200)}`);
  return dangers;
}
