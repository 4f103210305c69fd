/** The word table of a language for the check of finished sentences. Languages without a table are not checked. */
export type CheckWords = {
  /** Words that address a note to its reader: "To Wim Haverkort", "contact: Wim". */
  addressing: string;
  /** A reader in a note that goes to many: "whole crew", "all staff". */
  everybody: string;
  /** Verbs of the writer's own job, in the forms of an order or of "goes to …". */
  writersVerbs: string;
  /** Words for a person that is spoken of, which mean a single reader if nobody else was named. */
  thirdPerson: { he: string; she: string };
  please: string;
  /** Words that no finished sentence has: short forms, signs. */
  shorthand: RegExp;
};

export const englishCheckWords: CheckWords = {
  addressing: "to|for|contact|attn|attention|fao|re|cc|bcc|fyi|recipient|addressee|dear",
  everybody:
    "(?:(?:the |our )?(?:whole|entire) \\p{L}+|all(?: the| our)? (?:staff|crew|teams?|branches|\\p{L}+s)|everyone|everybody|team|staff|crew|tenants|parents|residents|members|customers|clients|colleagues|suppliers|volunteers|drivers|managers|students|neighbou?rs)",
  writersVerbs:
    "tell|ask|inform|notify|remind|write|mail|e-?mail|message|text|chase|nudge|reply|respond|forward|cc|announce|mention|apologi[sz]e|congratulate|invite|thank|assure|reassure|goes to|send (?:this|it) to|address (?:this|it) to|say",
  thirdPerson: { he: "he|him|his|himself|he['’](?:s|ll|d)", she: "she|her|hers|herself|she['’](?:s|ll|d)" },
  please: "please",
  shorthand:
    /(?:^|\s)(?:->|=>|→|=|>|@|w\/|b\/c|abt|b4|u|ur)(?=\s)|(?<![\p{L}\d.@/'’-])(?!(?:etc|why|try|dry|fly|cry|shy|sky|spy|sly|ply|pry|gym|hymn|lynch|myth|rhythm|sync|crypt|nth|hmm|html|gps|sms|phd|rsvp|gmbh|ltd|hrs|mph|kph|gsm|sqm|cwt|kwh|mbps|csv|xml|pdf|dhl|pcs|vpn|crm|dns|rpm|bbq|nhs|dvd|lng|mfr|npc|pvc|psd|dwg|dxf|mp3|cctv)(?!\p{L}))[bcdfghjklmnpqrstvwxz]{3,}(?![\p{L}\d@/'’-]|\.\p{L})/u,
};
