import type { OrderLanguage } from "../sentences/orders.ts";

export type RemarkLanguage = OrderLanguage | "en";

/**
 * The words of remarks about the mail itself. `manner` says how a mail is, `matter` names what only a mail has or should not have,
 * and `glue` joins them. `secret` is the start of a part that says what the mail must not tell, `hidden` a fact that its reader
 * does not know, `openQuestion` a secret whose answer is kept, and `cause` the start of a reason. `rework` is the order before a text that only needs better words.
 */
export type RemarkWords = {
  manner: string;
  matter: string;
  glue: string;
  secret: RegExp;
  hidden: RegExp;
  openQuestion: RegExp;
  cause: RegExp;
  rework: RegExp;
};

export const remarkWords: Record<RemarkLanguage, RemarkWords> = {
  en: {
    manner:
      "polite politely brief briefly short shorter formal formally informal nice nicely firm firmly friendly warm warmly professional concise kind gentle casual direct serious apologetic diplomatic respectful crisp sincere upbeat neutral strict tactful sympathetic humble assertive courteous factual cordial encouraging empathetic pushy aggressive rude stiff wordy harsh salesy emotional arrogant cold angry passive-aggressive desperate fancy flowery corporate robotic sarcastic patronising patronizing condescending defensive whiny businesslike matter-of-fact understanding regret empathy sympathy warmth",
    matter:
      "tone style wording subject insults threats drama excuses jargon fluff waffle emoji emojis clichés cliches blame buzzwords slang bullet bullets sarcasm irony lecture lecturing begging grovelling pleasantries phrases adjectives exclamation paragraphs sentence sentences lines words blabla",
    glue: "a an the and but or yet not no too very really quite bit little please pls keep it this make sound be stay remain write use using without avoid in of with text only as more less any some show like should line list marks mark mail email message letter simple plain easy clear long big max maximum at most one two three four five under about so that is don't dont do just english to point nothing never though all over-the-top language headings tables",
    secret:
      /^(?:(?:and|but|so|just|also|please) )*(?:(?:do not|don['’]?t|never|without|no need to|not to) (?:mention\w*|tell\w*|say\w*|reveal\w*|disclos\w*|nam(?:e|ing)|bring\w* up|let on|hint\w*|giv\w* away|refer\w* to|talk\w* about|writ\w*|includ\w*)\b|(?:nothing|not a word|no word|no mention) (?:about|of|on)\b|leave (?:out|(?:that|this|it)\b.{0,20}\bout)\b|keep (?:that|this|it|the \p{L}+) (?:out(?: of)?|quiet|private|to yourself|between us)\b)/iu,
    hidden:
      /^(?:(?:and|but|so) )?(?:(?:(?:[Hh]e|[Ss]he|[Tt]hey|nobody|no one) (?:(?:does not|doesn['’]?t|do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t) (?:yet )?(?:know|find out|learn|hear)|knows? (?:nothing|about it yet))|\p{Lu}\p{Ll}+ (?:(?:does not|doesn['’]?t|do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t) (?:yet )?(?:know|find out|learn|hear)(?! (?:yet )?(?:that|about|of|when|how|what|why|who)\b)|knows? about it yet))|(?:it|that|this)(?:['’]s| is) (?:still )?(?:confidential|a secret|secret|private|between us|not public))\b/u,
    openQuestion:
      /\b(?:say|mention|tell (?:him|her|them|anyone|it)|reveal|disclose|name)\w* (?:(?:to|with|from|about) )?(?:who|whom|whose|which|what|where|when|how)\b/i,
    cause: /\s?,?\s(?:because|since|due to|as)\s/giu,
    rework:
      /^(?:please |can you |could you )*(?:rewrite|rephrase|reword|improve|polish|correct|fix|proofread|clean up|tidy up|redo|rework)(?: up)? (?:this|that|my|the|it|following|below|text|mail|e-?mail|message|note|draft|english|grammar|spelling|wording|\s)+(?:(?:so (?:that )?it|to|in|and|into|make)\b[^:"“\n]{0,60})?\s*[:–—-]+\s*/iu,
  },
  de: {
    manner:
      "kurz knapp freundlich höflich bestimmt sachlich herzlich einfühlsam förmlich formell locker nett diplomatisch professionell direkt klar neutral streng deutlich respektvoll verbindlich ruhig warm warmherzig diskret menschlich zurückhaltend wertschätzend persönlich vorwurfsvoll beleidigend unhöflich böse aggressiv arrogant unterwürfig steif kühl kalt schroff patzig mitfühlend verständnisvoll entschieden höfliche höflicher freundlicher sachlicher lockerer kurzer kurze einfach einfache",
    matter:
      "ton tonfall stil betreff betreffzeile floskeln floskel drohungen drohung vorwürfe vorwurf beleidigungen amtsdeutsch behördendeutsch fachchinesisch fachbegriffe emojis emoji smileys ausreden rechtfertigungen schnörkel gelaber phrasen jargon ironie anrede sätze satz zeilen wörter worte absätze aufzählung stichpunkte großbuchstaben ausrufezeichen unterton fremdwörter anglizismen",
    glue: "und aber oder nicht zu sehr ganz eher bitte bleiben halten formulieren schreiben etwas ein eine einen im in ohne kein keine keinen mit der die das den es soll sein klingen wirken bloß nur maximal max höchstens drei vier fünf zwei lange mail text deutsch auf sie du per siezen duzen verwenden benutzen so wie möglich nichts hochtrabendes rüberkommen trotzdem dabei gehalten als fließtext große",
    secret:
      /^(?:(?:und|aber|bitte|also|nur) )*(?:(?:nichts?|kein wort|nicht|keinesfalls|auf keinen fall|bloß nicht) (?:[^,;.()]{0,60}\s)?(?:erwähnen|sagen|schreiben|verraten|erzählen|nennen|durchblicken lassen|ansprechen)|(?:erwähne?|sag|schreib|verrate?|nenne?)\s(?:ihm |ihr |ihnen |bitte |aber |dabei )*(?:nichts?|kein\p{L}*|das nicht|bloß nicht)(?!\p{L})|(?:erwähne?|sag|verrate?|nenne?)\s[^,;.()]{1,50}\snicht$|ohne [^,;.()]{0,60}zu (?:erwähnen|sagen|nennen|verraten)|[^,;.()]{1,60}\s(?:nicht|bitte nicht|lieber nicht|auf keinen fall) (?:erwähnen|sagen|verraten|nennen|schreiben|ansprechen))/iu,
    hidden:
      /^(?:(?:und|aber) )?(?:(?:das|davon|es) (?:weiß|wissen|ahnt) (?:\p{L}+ ){0,3}(?:noch |nicht|keiner|niemand|nichts)|(?:er|sie|\p{Lu}\p{Ll}+) (?:weiß|wissen|ahnt) (?:davon |das |es |noch )*(?:nichts|nicht)|(?:das )?(?:ist|bleibt) (?:noch )?(?:vertraulich|geheim|unter uns))/iu,
    openQuestion:
      /(?<!\p{L})(?:wer|wem|wen|wessen|welche[rsnm]?|was|wo|wann|wie ?viel\p{L}*|mit wem|an wen|von wem)(?!\p{L})/iu,
    cause: /\s?,?\s(?:weil|da|denn|wegen)\s/giu,
    rework:
      /^(?:bitte )?(?:(?:mein|meinen|den|diesen|folgenden|das|dies)\s)+(?:\p{L}+\s)?(?:korrigieren|verbessern|umformulieren|überarbeiten)[^:"„\n]{0,40}:\s*|^(?:bitte )?(?:korrigiere?|verbessere?|überarbeite|formuliere?)(?:\s(?:mein|meinen|den|diesen|folgenden|das|dies|text|mail|deutsch|bitte))+[^:"„\n]{0,40}:\s*/iu,
  },
  fr: {
    manner:
      "bref brève court courte courtes concis poli polie ferme chaleureux formel cordial amical simple simples empathique direct clair professionnel respectueux diplomate neutre gentil léger sobre courtois courtoise aimable calme factuel posé humain rassurant discret enthousiaste sympa sec sèche agressif agressive méchant froid arrogant pédant familier long longue compréhensif doux",
    matter:
      "ton style objet blabla blablabla formules formule menaces menace reproches reproche insultes jargon émojis emoji emojis smileys phrases phrase lignes mots excuses fioritures langue vouvoiement tutoiement ironie tournures clichés anglicismes drame",
    glue: "et mais ou très un une en avec que sois soyez rester reste restez être pas de d trop assez plutôt svp stp plus bien le la les l l' sans ne n utilise utiliser évite éviter évitez toutes faites garde garder fais faire surtout max maximum deux trois quatre cinq peu s'il te vous plaît ni paraître sonner avoir air du des mail message texte français aucune aucun grandes s'excuser excessif qui ça soit administrative",
    secret:
      /^(?:(?:et|mais|surtout|stp|svp) )*(?:(?:ne |n['’])(?:(?:lui|leur|le|la|les|en|y|pas|surtout|rien|jamais) )*(?:dis|dites|dire|mentionne[rz]?|mentionner|parle[rz]?|évoque[rz]?|précise[rz]?|révèle[rz]?|révéler)(?!\p{L})|sans (?:(?:lui|leur|le|la|en) )?(?:dire|mentionner|parler|préciser|évoquer|révéler|nommer)(?!\p{L})|pas un mot (?:sur|de)|rien (?:sur|à propos))/iu,
    hidden:
      /^(?:(?:et|mais) )?(?:(?:il|elle|ils|elles|personne|\p{Lu}\p{Ll}+) (?:ne |n['’])(?:le |l['’])?(?:sait|savent|doit|doivent|est|sont) (?:pas |encore |rien |toujours |le |savoir )*|c['’]est (?:encore )?(?:confidentiel|secret|entre nous))/iu,
    openQuestion:
      /(?<!\p{L})(?:qui|quel(?:le)?s?|combien|où|quand|comment|(?:à|de|avec|pour) (?:qui|quel(?:le)?s?))(?!\p{L})/iu,
    cause: /\s?,?\s(?:parce que|parce qu['’]|car|puisque|à cause d)\s?/giu,
    rework:
      /^(?:merci de |peux-tu |pouvez-vous )?(?:corrige[rz]?|améliore[rz]?|reformule[rz]?|réécri[srtvez]+|réécrire|relis)(?:\s(?:ce|cet|mon|le|ma|cette|texte|mail|message|français|phrase|suivant))+[^:"«\n]{0,40}:\s*/iu,
  },
  es: {
    manner:
      "breve corto corta cortas conciso amable cordial formal informal firme educado educada serio seria cariñoso cercano cercana directo claro suave profesional respetuoso diplomático cortés correcto tranquilo cálido empático discreto borde seco agresivo frío arrogante sencillo sencilla sencillas simple simpático pesado neutro neutral humano largo",
    matter:
      "tono estilo asunto tecnicismos rodeos amenazas insultos reproches drama excusas jerga emojis emoticonos frases líneas palabras florituras formalismos fórmulas tópicos ironía lenguaje tacto cariño tuteo disculpas culpas",
    glue: "y e pero muy en un una con que sea sé mantén mantener sin ser no demasiado algo por favor más bien el la lo mensaje nada de ni usa usar suene sonar sonando parecer evita evitar máximo max tres dos cuatro cinco pocas poco tan como le trátale usted tú correo texto español pidas pedir hechas culpar pasarse al grano ve los las",
    secret:
      /^(?:(?:y|pero|por favor|eso sí) )*(?:(?:sin|no) (?:(?:le|les|lo) )?(?:dec\p{L}+|dig\p{L}+|mencion\p{L}+|nombr\p{L}+|habl\p{L}+|explic\p{L}+|revel\p{L}+|coment\p{L}+|cont\p{L}{1,4}|cuent\p{L}+)(?!\p{L})|nada (?:sobre|acerca de|de lo)|ni una palabra)/iu,
    hidden:
      /^(?:(?:y|pero) )?(?:(?:él|ella|ellos|nadie|\p{Lu}\p{Ll}+ )?\s?(?:todavía |aún )?(?:no )?(?:lo )?(?:sabe|saben) (?:nada|todavía|aún)|(?:él |ella |todavía |aún |no |lo )+(?:sabe|saben)|es (?:confidencial|secreto|un secreto)|que quede entre nosotros)/iu,
    openQuestion:
      /(?<!\p{L})(?:qui[eé]n(?:es)?|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|d[oó]nde|cu[aá]ndo|c[oó]mo|qué)(?!\p{L})/iu,
    cause: /\s?,?\s(?:porque|ya que|pues|debido a)\s/giu,
    rework:
      /^(?:por favor,? )?(?:corrige|corregir|mejora|mejorar|reescribe|reescribir|redacta mejor|revisa)(?:\s(?:este|esto|mi|el|texto|correo|mensaje|español|siguiente))+[^:"«\n]{0,40}:\s*/iu,
  },
  pt: {
    manner:
      "breve curto curta curtas conciso amigável cordial formal informal firme educado educada sério séria simpático direto claro suave profissional respeitoso delicado cortês correto calmo caloroso empático discreto gentil leve seco agressivo frio arrogante simples neutro humano rude grosseiro longo próximo",
    matter:
      "tom estilo assunto formalidades rodeios ameaças insultos drama desculpas desculpa jargão emojis emoji frases linhas palavras floreados lugares-comuns ironia linguagem tato tacto carinho enrolação culpas acusações",
    glue: "e mas muito em um uma com que seja sê manter mantém mantenha sem ser não demasiado demais algo por favor mais bem o a mensagem texto soar nada de nem usa usar use evita evitar evite máximo max três duas quatro cinco poucas pouco tão como peças pedir peça te você português email os as trate",
    secret:
      /^(?:(?:e|mas|por favor) )*(?:(?:sem|não) (?:(?:lhe|lhes|o) )?(?:diz\p{L}*|dig\p{L}+|mencion\p{L}+|fal\p{L}{1,4}|cont\p{L}{1,4}|revel\p{L}+|refir\p{L}+|referir|coment\p{L}+|explic\p{L}+)(?!\p{L})|nada sobre|nem uma palavra)/iu,
    hidden:
      /^(?:(?:e|mas) )?(?:(?:ele |ela |eles |ninguém |ainda |não |o )+(?:sabe|sabem)(?!\p{L})|é (?:confidencial|segredo)|fica entre nós)/iu,
    openQuestion: /(?<!\p{L})(?:quem|qual|quais|quant[oa]s?|onde|quando|como|o quê)(?!\p{L})/iu,
    cause: /\s?,?\s(?:porque|já que|pois|devido a|por causa d[aeo])\s/giu,
    rework:
      /^(?:por favor,? )?(?:corrig\p{L}+|melhor\p{L}+|reescrev\p{L}+|revis\p{L}+)(?:\s(?:este|isto|isso|meu|o|texto|e-?mail|mensagem|português|seguinte))+[^:"«\n]{0,40}:\s*/iu,
  },
  hi: {
    manner:
      "विनम्र विनम्रता संक्षिप्त संक्षेप छोटा छोटी लंबा लम्बा औपचारिक सख्त सख़्त नरम शालीन सरल आसान दोस्ताना कड़ा कड़े कठोर रूखा सीधा सीधी साफ प्यार इज़्ज़त",
    matter: "भाषा लहजा लहजे टोन शब्द शब्दों धमकी ताना गुस्सा इमोजी पंक्ति पंक्तियाँ पंक्तियों वाक्य शैली विषय",
    glue: "और में ढंग से थोड़ा थोड़ी बहुत लिखो लिखें लिखना रखो रखें रखना रहे रहना हो हों पर लेकिन मगर ज़्यादा ज्यादा नहीं न मत ना कोई भी बिना की का के दो तीन चार पाँच करना कम बस कृपया भारी हिंदी वाली वाले होना चाहिए",
    secret:
      /(?:मत|नहीं|न|ना) (?:बताना|बताओ|कहना|कहो|लिखना|लिखो|बोलना|बताएँ|बताएं)$|(?:का|की) (?:ज़िक्र|जिक्र|उल्लेख) (?:मत|नहीं|न|ना) (?:करना|करो|करें)$|^बिना [^,।]{1,50}(?:बताए|कहे)$/u,
    hidden: /(?:अभी|अब तक) (?:तक )?(?:[\p{L}\p{M}]+ )?(?:नहीं पता|पता नहीं|नहीं जानते|नहीं जानता)(?: है)?$/u,
    openQuestion: /(?<!\p{L})(?:कौन|किस|किसने|किसके|किससे|कितना|कितने|कहाँ|कब)(?![\p{L}\p{M}])/u,
    cause: /\s?,?\s(?:क्योंकि)\s/gu,
    rework:
      /^(?:कृपया )?(?:मेरी |इस |यह )?(?:हिंदी|मेल|संदेश|टेक्स्ट)?\s?(?:को )?(?:ठीक|सही|सुधार)\s?(?:करो|करें|कर दो|दो)\s?[:।-]\s*/u,
  },
  hinglish: {
    manner:
      "polite politely short formal formally friendly strict firm soft softly brief chhota chota lamba professional casual narm sakht seedha simple rude gussa pyaar pyar izzat respectful sweet clear direct warm",
    matter: "tone language bhasha dhamki taana drama emoji emojis lines words style subject line english wording",
    glue: "but aur lekin mein me thoda thodi bahut likho likhna rakho rakhna rakhe rahe rehna ho hona please keep it par se zyada jyada nahi nahin na mat koi bhi bina ki ka ke do teen char karna kam bas not no too and very mail message sirf only ek dam ekdum chahiye wala wali log in",
    secret:
      /(?:mat|nahi|nahin|na) (?:batana|batao|bata dena|bolna|bolo|kehna|kaho|likhna|likho)$|(?:ka|ki) (?:zikr|jikr|mention) (?:mat|nahi|nahin|na) (?:karna|karo)$|mention (?:mat|nahi|nahin|na) (?:karna|karo)$|^bina [^,.]{1,50}(?:bataye|bole|kahe)$|^(?:don['’]?t|do not) (?:mention|tell|say)\b/iu,
    hidden:
      /(?:abhi|ab tak) (?:tak )?(?:\p{L}+ )?(?:nahi pata|pata nahi|nahin pata|nahi jaante|nahi jaanta)(?: hai)?$/iu,
    openQuestion: /(?<!\p{L})(?:kaun|kis|kisne|kiske|kisse|kitn[aei]|kahan|kab)(?!\p{L})/iu,
    cause: /\s?,?\s(?:kyunki|kyonki|because)\s/giu,
    rework:
      /^(?:please )?(?:meri |mera |is |ye |yeh )?(?:english|hindi|mail|message|text)?\s?(?:ko )?(?:theek|thik|sahi|correct|fix) (?:karo|kar do|karna)\s?[:-]\s*/iu,
  },
};
