// Short forms that hurried writers type, in whole words.

const shortForms: [RegExp, string][] = [
  [/(?<![\p{L}\d])w\/o(?:ut)?(?=[.,;!]|$)/giu, "without it"],
  [/(?<![\p{L}\d])w\/out(?!\p{L})/giu, "without"],
  [/(?<!\p{L})cld(?!\p{L})/giu, "could"],
  [/(?<!\p{L})shd(?!\p{L})/giu, "should"],
  [/(?<!\p{L})wd(?= (?:be|like|have|need|you|it)\b)/giu, "would"],
  [/(?<!\p{L})frm(?= \p{L})/giu, "from"],
  [/(?<!\p{L})hols(?!\p{L})/giu, "holidays"],
  [/(?<!\p{L})easter(?!\p{L})/gu, "Easter"],
  [/(?<!\p{L})(?:fao|attn|att)(?:\.|:)?(?= \p{L})/giu, "attn"],
  [/(?<!\p{L})cust\.?(?= \p{L})/giu, "customer"],
  [/(?<!\p{L})mot(?= on| test|[.,;-]| -|$)/gu, "MOT"],
  [/(?<!\p{L})phd(?!\p{L})/gu, "PhD"],
  [/(?<=^|[.;,?!] )ph(?= \d)/giu, "the pH is"],
  [/,? so (?:(?:it['’]?s|it is|there is) )?no (?:big )?surprises?(?=[.,;]|$)/giu, ""],
  [/\bon us,? (?:and )?not (?:on )?(?:him|her|them)(?=[.,;]|$)/giu, "on us, not on you"],
  // "sorry about driver, ive spoken to him": the person whom the apology names.
  [
    /\b((?:sorry|apologi[sz]e) (?:about|for) (?:the |our |my )?(\p{Ll}+), (?:i['’]?ve|I have|we['’]?ve|we have) (?:already )?(?:spoken|talked) (?:to|with)) (?:him|her|them)(?=[.,;]|$)/giu,
    "$1 the $2",
  ],
  // "hold the rest, dont ship": the reader must not.
  [
    /(^|[.;,] |\b(?:and|but) )(?:do not|don['’]?t) (ship|send|deliver|dispatch|pay|sign|start|print|publish|release|install|cancel|open|reply|call|cut|invoice|book)(?=[.,;]|$)/giu,
    ". please do not $2",
  ],
  // "part in tomorrow, could be done by 4"
  [/([.;,] )(could|can|should|would|must) be (?=\p{L}+(?:ed|en|ne)\b)/giu, "$1it $2 be "],
];
export const withShortForms = (text: string) =>
  shortForms.reduce((said, [form, whole]) => said.replace(form, whole), text).replace(/^\. /, "");

/** "without prejudice" is no word about the style of the mail. Comes before such words are taken off. */
export const withLegalHead = (text: string): string =>
  text.replace(
    /(^|[.;,:] )(?:strictly )?(without prejudice(?: (?:and|&) subject to contract)?|subject to contract)(?=[.;,:]|$)/giu,
    (_, mark: string, reserve: string) => `${mark.replace(/[,;]/, ".")}this message is ${reserve.toLowerCase()}`,
  );
