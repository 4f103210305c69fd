// Sentences that announce another bank account, in German, French, Spanish, Portuguese, Hindi and Hinglish.

type Words = {
  /** The account, the bank or its details. */
  account: string;
  /** The same, if only a possessive tells that it is the sender's: "unser Konto". */
  ownAccount: string;
  changed: string;
  /** "Please pay to another account": whole patterns. */
  redirected?: string;
  /** In front of the account: it is the reader's, which many services confirm. */
  readers: string;
  /** "Bleibt unverändert", "wir ändern nie". */
  unchanged: string;
};

const languages: Words[] = [
  {
    account:
      "(?:bank(?:verbindung|daten|angaben)|konto(?:verbindung|daten|nummer)|zahlungs(?:verbindung|daten)|bankkonto|geschäftskonto|firmenkonto|iban|hausbank)(?:en)?",
    ownAccount: "(?:unsere?[snmr]?|meine?[snmr]?)\\s(?:\\p{L}+\\s)?(?:bank|konto|konten)",
    changed:
      "(?:(?:um)?(?:ge)?änder\\p{L}*|wechsel\\p{L}*|gewechselt|neue?[nmrs]?|aktualisier\\p{L}*|umgestellt|umstell\\p{L}*|umgezogen|andere[nmrs]?|ersetz\\p{L}*|nicht mehr (?:gültig|aktiv|verwende\\p{L}*|nutzen|benutzen)|ungültig|erloschen|geschlossen|aufgelöst|gesperrt|eingefroren)",
    redirected:
      "(?:überweis|zahl|beglei?ch|einzahl)\\p{L}*.{0,80}?auf\\s(?:das|ein|unser|mein|dieses|folgendes|nachfolgendes|untenstehendes)\\s(?:neue|andere|folgende|nachfolgende|untenstehende)[sn]?\\s(?:bank|firmen|geschäfts)?konto|(?:haus)?bank(?: gewechselt|wechsel)|auf\\s(?:das|ein|unser|mein)\\s(?:neue|andere)s?\\s(?:bank|firmen|geschäfts)?konto.{0,60}?(?:überweis|zahl|beglei?ch)",
    readers: "(?:ihre?[nmrs]?|deine?[nmrs]?|eure?[nmrs]?|kunden)",
    unchanged:
      "unverändert|nicht (?:ge)?änder|nicht gewechselt|keine? (?:neue|änderung)|bleib\\p{L}* (?:\\p{L}+ ){0,3}(?:gleich|bestehen)|niemals|\\bnie\\b",
  },
  {
    account:
      "(?:coordonnées (?:bancaires|de paiement)|rib|comptes? bancaires?|relevé d['’]identité bancaire|domiciliation bancaire|iban)",
    ownAccount: "(?:notre|nos|mon)\\s(?:\\p{L}+\\s)?(?:banque|comptes?)",
    changed:
      "(?:chang\\p{L}*|nouve(?:au|l|lle|lles|aux)|modifi\\p{L}*|(?:mise?s?|mettre|mettez|mettons) à jour|actualis\\p{L}*|remplac\\p{L}*|autre|n['’](?:est|sont) plus (?:\\p{L}+ )?(?:valables?|valides?|utilis\\p{L}*|actifs?)|clôtur\\p{L}*|fermé|bloqué|gelé)",
    redirected:
      "(?:vir|vers|régl|pa[iy]|transfér)\\p{L}*.{0,80}?(?:sur|vers|à)\\s(?:le|un|notre|mon|ce)\\s(?:nouveau|autre)\\scompte|sur\\s(?:le|ce|un)\\scompte\\s(?:ci-dessous|suivant)|chang\\p{L}* (?:de |d['’])(?:banque|établissement bancaire)",
    readers: "(?:votre|vos|ton|ta|tes)",
    unchanged:
      "inchangée?s?|(?:n['’]|ne )(?:a|ont|avons|ai|change|changent|changeons|changera)\\b.{0,12}?\\b(?:pas|jamais)|jamais|aucun changement",
  },
  {
    account:
      "(?:cuentas? (?:bancarias?|corriente)|(?:datos|coordenadas|información) (?:bancari[oa]s?|de (?:pago|cuenta))|número de cuenta|iban|clabe)",
    ownAccount: "(?:nuestr[oa]s?|mi|mis)\\s(?:\\p{L}+\\s)?(?:banco|cuentas?)",
    changed:
      "(?:cambi\\p{L}*|nuev[oa]s?|actuali[zc]\\p{L}*|modifi(?:c|qu)\\p{L}*|sustitu\\p{L}*|otr[oa]s?|ya no (?:es|son|está|están|se usa|usamos)|cerrad[oa]s?|bloquead[oa]s?)",
    redirected:
      "(?:transf|pag|abon|deposit|ingres)\\p{L}*.{0,80}?(?:a|en)\\s(?:la|una|esta|nuestra|mi)\\s(?:nueva|otra|siguiente)\\scuenta|a\\sla\\s(?:cuenta\\snueva|nueva\\scuenta|siguiente\\scuenta)|cambi\\p{L}* de banco",
    readers: "(?:su|sus|tu|tus|vuestr[oa]s?)",
    unchanged:
      "sin cambios|no (?:ha|han|hemos|he|va|van|se ha|se han) (?:\\p{L}+ )?(?:cambi|modific)|no cambi|nunca|jamás",
  },
  {
    account:
      "(?:contas? (?:bancárias?|corrente)|dados (?:bancários|de pagamento|para (?:pagamento|depósito|transferência))|número da conta|chave pix|iban|nib)",
    ownAccount: "(?:noss[oa]s?|minhas?|meu)\\s(?:\\p{L}+\\s)?(?:banco|contas?)",
    changed:
      "(?:mud\\p{L}*|alter\\p{L}*|nov[oa]s?|atualiz\\p{L}*|troc\\p{L}*|substitu\\p{L}*|outr[oa]s?|não (?:é|está|são) mais|já não (?:é|está|são)|encerrad[oa]s?|bloquead[oa]s?|desativad[oa]s?)",
    redirected:
      "(?:transf|pag|deposit)\\p{L}*.{0,80}?(?:na|para a?|à|em)\\s(?:um|uma|nossa|minha|seguinte)?\\s?(?:nova|outra|seguinte)\\sconta|(?:mud|troc)\\p{L}* de banco",
    readers: "(?:sua|suas|seu|seus|tua|teu|vossa)",
    unchanged: "sem altera|inalterad|não (?:mud|alter|troc)|não (?:houve|há) (?:mudança|alteração)|nunca|jamais",
  },
  {
    account:
      "(?:बैंक (?:का )?(?:खात[ाेों]+|अकाउंट|एकाउंट|विवरण|डिटेल[्सस]*|जानकारी)|खाता (?:संख्या|नंबर)|अकाउंट (?:नंबर|डिटेल\\p{L}*)|यूपीआई(?: आईडी)?|upi(?: id)?|आईएफएससी|ifsc)",
    ownAccount: "(?:हमार[ाेी]|मेर[ाेी]|कंपनी (?:का|के|की))\\s(?:[\\p{L}\\p{M}]+\\s)?(?:बैंक|खात\\p{M}*|अकाउंट)",
    changed: "(?:बदल[\\p{L}\\p{M}]*|नया|नए|नये|नई|अपडेट|परिवर्त[\\p{L}\\p{M}]*|दूसर[ाेी]|बंद (?:हो|कर))",
    redirected:
      "(?:नए|नये|दूसरे) (?:बैंक )?(?:खाते|अकाउंट) (?:में|पर)|(?:हमने|मैंने) (?:अपना )?बैंक बदल|पुरान[ाेी] (?:बैंक )?(?:खात|अकाउंट).{0,60}?(?:बंद|न भेज|मत |नहीं)",
    readers: "(?:आपक[ाेी]|अपन[ाेी]|तुम्हार[ाेी])",
    unchanged: "नहीं बदल|नही बदल|वही (?:है|रहेगा)|कभी (?:भी )?(?:नहीं|नही)",
  },
  {
    account:
      "(?:bank (?:account|details?|khat[ae])|account (?:number|no|details?)|khat[ae] (?:number|no)|upi(?: id)?|ifsc(?: code)?)",
    ownAccount: "(?:h[au]mar[aei]|mer[aei]|company (?:ka|ke|ki))\\s(?:\\p{L}+\\s)?(?:bank|account|khat[ae])",
    changed:
      "(?:badal\\p{L}*|(?:change|update) (?:ho|kar|kiy|hu)\\p{L}*|nay[aei]|nai|dusr[aei]|doosr[aei]|band (?:ho|kar)\\p{L}*)",
    redirected:
      "(?:nay[ei]|dusre|doosre) (?:bank )?(?:account|khat[ae]) (?:me(?:in)?|par|pe)\\b|(?:h[au]mne|maine) (?:apna )?bank (?:badal|change)|puran[aei] (?:bank )?(?:account|khat[ae])\\b.{0,60}?\\b(?:mat|nahi|band)\\b",
    readers: "(?:aa?pk[aei]|apn[aei]|tumhar[aei]|your)",
    unchanged:
      "(?:nahi|nahin|nhi) (?:badl|change|hu)|change nahi|kabhi (?:bhi )?(?:nahi|nahin)|wahi (?:hai|rahega)|same (?:hai|hi hai|rahega)",
  },
];

const start = "(?<![\\p{L}\\p{M}\\p{N}])";
const end = "(?![\\p{L}\\p{M}\\p{N}])";
const apart = 70;
/** "Neue Rechnung, Bankverbindung wie gehabt" changes nothing. */
const near = 50;
/** "Our account at GitHub", "compte rendu", "banco de alimentos", "account ka password". */
const ofOther = `(?!\\s(?:bei|rendu|client|d[eou]|sur|auf|का|की|के|k[aei])\\s(?!(?:number|details?|नंबर|विवरण|डिटेल)))`;

const patterns = languages.map(({ account, ownAccount, changed, redirected, readers, unchanged }) => {
  const named = `${start}(?<!${start}${readers}\\s(?:[\\p{L}\\p{M}]+\\s)?)(?:${account}|${ownAccount}${ofOther})${end}`;
  const change = `${start}${changed}${end}`;
  return {
    moved: new RegExp(
      `${named}.{0,${apart}}?${change}|${change}[^,;:]{0,${near}}?${named}${redirected ? `|${start}(?:${redirected})` : ""}`,
      "iu",
    ),
    unchanged: new RegExp(`${start}(?:${unchanged})`, "iu"),
  };
});

/** "Could you send us your new account?" asks for it, and announces nothing. */
const asksFor =
  /(?:können|könnt|könnten|kannst|haben|hat|hast) (?:sie|ihr|du|sich)\b.*\?|(?:pourriez|pouvez|avez)[- ]vous\b.*\?|(?:podría|puede|ha[ns]?) (?:usted|enviar|cambiado|decir)\p{L}*\b.*\?|(?:poderia|pode|você|vocês)\b.*\?|क्या.*\?|\bkya\b.*\?/iu;

/** Whether a sentence says that the sender's money goes to another account from now on. */
export const announcesAccount = (sentence: string): boolean =>
  patterns.some(({ moved, unchanged }) => moved.test(sentence) && !unchanged.test(sentence)) && !asksFor.test(sentence);
