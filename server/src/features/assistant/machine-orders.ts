import { anyPattern } from "#lib/at-first-use.ts";

/** Sentences that give orders to a machine, by what they want: another answer, other rules, another role, silence or secrets. */
const machine =
  "(?:a\\.?i\\.?|assistants?|chat ?-?bots?|bots?|llms?|(?:large )?language models?|gpt\\S{0,4}|chatgpt|gemini|copilot|claude|llama|mistral|a\\.?i\\.? (?:models?|agents?)|summari[sz]ers?|automated (?:systems?|agents?|tools?|assistants?|readers?)|(?:mail|email|reply|inbox) (?:bots?|agents?|tools?|assistants?))";
const answer = "(?:answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies)|drafts?|translations?|completions?)";
const rules =
  "(?:instructions?|directions?|directives?|rules?|prompts?|guidelines?|commands?|orders?|constraints?|polic(?:y|ies)|restrictions?|limits?|limitations?|filters?|safeguards?|programming|training)";
const exact =
  "(?:(?:the |this |these |following |exact |exactly )+(?:words?|sentences?|phrases?|lines?|text|link|url|number|string|token|code)|[\"“‘«„'][^\"”’»“']{2,}|https?:|www\\.|\\+?\\d[\\d ]{6,})";
const say =
  "(?:say|says|state|states|write|contain|include|mention|claim|confirm|report|read|begin|start|end|recommend|describe|tell)";

/** One of these is enough. */
export const isOrder = anyPattern(
  [
    // A machine is addressed, with something that it must do.
    `\\b(?:if|when|whenever|as|since|should|any|every|all|the|to|for|an?|dear|hey|attention|note)\\b.{0,30}\\b${machine}\\b.{0,20}\\b(?:that |which |who )?(?:is |are )?(?:read(?:s|ing)?|process(?:es|ing)?|see(?:s|ing)?|pars(?:es|ing)|analy[sz](?:es|ing)|summari[sz](?:es|ing)|handl(?:es|ing)|receiv(?:es|ing)|scann?(?:s|ing))\\b.{0,40}\\b(?:this|these|the|my|your|an?|inbox|mail|message)\\b`,
    `\\b(?:to|for|at) (?:the |any |all |every |our |your )?(?:(?:mail|email|reply|inbox|writing) )?(?:a\\.?i\\.?|assistant|bot|chat ?bot|llm|language model|gpt|gemini|copilot|claude)s?(?: eyes)?(?: only)?\\s*[:,–—-]\\s*\\S`,
    `^\\W*(?:chatgpt|gpt-?\\d?|llm|ai|a\\.i\\.|assistant|bot|gemini|copilot|claude|model)\\s*[:,]\\s*(?!thanks|thank|hi|hello|we|i\\b|it|our|the)\\p{L}+`,
    `\\b(?:attention|hey|dear|hello|hi|ok|okay),?\\s+(?:a\\.?i\\.?|assistant|chatgpt|gemini|copilot|claude|bot|llm)\\b(?:\\s+\\p{L}+)?\\s*[,:!]\\s*(?:please\\s+)?(?:ignore|forget|write|say|tell|reply|answer|describe|summari[sz]e|translate|forward|send|delete|mark|include|add|confirm|state|do|act|print|output|repeat|stop|follow)\\b`,
    `\\b(?:the|any|every|each) (?:a\\.?i\\.?|assistant|chat ?bot|llm|language model|summari[sz]er|(?:mail|email|inbox|reply) (?:bot|agent|assistant))s? (?:must|should|shall|has to|have to|needs? to|is to|are to|may not|must not)\\b`,
    `\\b(?:as|since you are|because you are|you,?) (?:an? |the )?(?:a\\.?i\\.?|llm|language model|chat ?bot)\\b(?! company| firm| team| start-?up| vendor| provider| researcher| expert| engineer).{0,60}\\b(?:reading|you|model|assistant|must|should|forward|send|tell|write|your)\\b`,
    `\\b(?:assistants?|software|automated systems?|ai tools?|bots?|a\\.?i\\.?s?)\\b.{0,20}\\breading (?:this|these)\\b`,
    `\\b(?:whatever|no matter what|regardless of what) (?:you (?:were|are) (?:asked|told)|the user (?:asks|says|wants))\\b`,
    `\\b(?:rules?|instructions?|guidelines?|commands?) for the (?:a\\.?i\\.?|assistant|model|bot|llm)\\b`,
    `\\bi am your (?:developer|creator|maker|operator|administrator|programmer)\\b|\\bon behalf of the user\\b|\\bthe user['’]?s (?:inbox|mailbox|e-?mails?|messages|contacts|password|files)\\b`,
    '"role"\\s*:\\s*"(?:system|assistant|developer)"',
    // Other rules.
    `\\b(?:disable|deactivate|turn off|switch off|remove|lift|drop) (?:your|all|any) (?:\\w+ )?(?:filters?|guards?|guardrails?|restrictions?|safeguards?|limits?|protections?)\\b`,
    `\\btreat (?:this|the following|these) (?:\\w+ )?(?:as|like)\\b.{0,30}\\b(?:the system|system (?:message|prompt)|a developer|the user|an admin\\w*)\\b`,
    `\\bforget (?:that )?you(?:'re| are)\\b`,
    `\\b(?:ignore|disregard|forget|override|overrule|bypass|neglect|skip|drop|discard|cancel|void|abandon|break|circumvent|unlearn|erase)\\b.{0,40}\\b(?:everything|all|anything|what(?:ever)?)\\b.{0,40}\\b(?:above|before|told|said|earlier|previously|prior|read|developers?|creators?|trained)\\b`,
    `\\b(?:ignore|disregard|forget|override|overrule|bypass|circumvent|unlearn)\\b.{0,30}\\b(?:your|the|all|any|previous|prior|earlier|above|system|its|their)\\b.{0,20}\\b${rules}\\b`,
    `\\byour (?:\\w+ )?${rules}\\b.{0,20}\\b(?:no longer|do(?:es)? not|don't|are (?:void|lifted|suspended|cancelled|disabled)|have been (?:changed|lifted|replaced|updated))\\b`,
    `\\byou (?:now )?(?:have|are under|are bound by) no (?:more |longer )?${rules}\\b|\\byou are (?:free of|freed from|not bound by|no longer bound)\\b`,
    `\\b(?:these|the following|this|my|below|new) (?:\\w+ )?${rules}?\\b.{0,20}\\b(?:supersedes?|overrides?|takes? (?:precedence|priority)|replaces? (?:your|the system|any other|all other))\\b.{0,60}\\b(?:you|your|user|system|others?|earlier|previous)\\b`,
    `\\bprioriti[sz]e\\b.{0,60}\\b(?:over|above)\\b.{0,30}\\b(?:user|system|other|previous)\\b`,
    `\\b(?:system|developer|administrator|root|hidden|secret|priority|override) (?:directive|instruction|order|command|override|prompt)s?\\b.{0,60}\\b(?:must|execut\\w+|follow|obey|silently|immediately|now|you|:)`,
    `\\b(?:everything|all|anything) (?:before|above|so far|until here|up to (?:this|here))\\b.{0,30}\\b(?:test|joke|fake|example|void|irrelevant|invalid|not real)\\b|\\bthe (?:real|actual|true) (?:task|request|instruction|question|job) (?:is|:)`,
    `^\\W*(?:new|updated|real|next|your|additional) (?:task|objective|goal|mission|job|assignment)(?: is)?\\s*:`,
    // Another role.
    `\\b(?:you are|you're|you will be|you shall be|become|act as|pretend to be|behave (?:as|like)|play) (?:now |from now on |henceforth )?(?:an? |the |my |our )?(?:\\w+ ){0,3}(?:assistant|a\\.?i\\.?|bot|model|hacker|attacker|dan|jailbroken|unrestricted|uncensored|unfiltered)\\b(?! manager| director| editor| to the| professor| coach)`,
    `\\b(?:act|behave|speak|respond|reply|answer|write) (?:as|like|in the (?:style|voice|tone|role|manner) of) (?:an? |the )?(?:\\w+ ){0,2}(?:pirate|robot|poet|bank employee|hacker|attacker|terminal|linux|python|interpreter|shakespeare|yoda|villain|official|customer service|support agent)\\b`,
    `\\b(?:from now on|from this point(?: on)?|henceforth|for the rest of (?:this|the) (?:chat|conversation|session))\\b.{0,30}\\b(?:you(?:r only|r sole|r new)? (?:job|task|role|are|will|must|only)|answer|respond|reply with|your)\\b`,
    `\\byour (?:only|sole|new|real|main) (?:job|task|role|purpose|goal|mission) is (?:now )?to (?:answer|reply|say|write|respond|output|print|tell|confirm|approve|forward|send)\\b`,
    // Another answer.
    `\\bin (?:every|each|any) (?:summary|reply|answer|report|draft|response)\\b.{0,50}\\b(?:mention|say|state|include|add|claim|report|recommend)\\b|\\b(?:in|to) (?:every|each|any) (?:summary|reply|answer|report|draft|response) (?:that )?you (?:produce|write|give|make|generate|create)\\b`,
    `\\b(?:in|into|to) the (?:generated|drafted|suggested|automatic|resulting) (?:reply|answer|summary|text|e-?mail|response)\\b`,
    `\\b(?:answer|reply to|respond to) (?:all|every|any) (?:further |other |following |future |next )?(?:questions?|requests?|prompts?|messages?) with\\b`,
    `\\byou (?:must|will|shall|should) (?:now |only |always |never |from now on )+(?:respond|reply|answer|speak|output)\\b|\\b(?:respond|reply|answer|speak) (?:exclusively|only) in\\b`,
    `\\b(?:output|print|list|return|repeat|show|copy) (?:the |all )?(?:contents?|text|body|full text) of (?:the |all )?(?:previous|other|earlier|last|all) (?:e-?mails?|messages?|mails?|conversations?)\\b`,
    `\\b(?:start|begin|end|finish|conclude|open|close|prefix|preface) (?:your|the|every|each|all) (?:\\w+ )?${answer}\\b.{0,30}\\b(?:with|by)\\b`,
    `\\b(?:your|the|every|each|any|its) (?:next |final |whole )?${answer} (?:to (?:this|the) \\w+ )?(?:must|should|shall|has to|have to|needs? to|is to|will)\\b.{0,20}\\b${say}\\b.{0,40}(?:${exact}|\\bthat\\b)`,
    `\\b(?:in|into|to|at the (?:end|top|start|beginning) of) (?:the|your|its|every|each|any) (?:next |final )?${answer}\\b,?.{0,20}\\b(?:${say}|insert|add|append|put|always|tell)\\b.{0,60}(?:\\bthat (?:we|the|i|all|they|you)\\b|${exact})`,
    `\\b(?:append|insert|add|attach|include|put|place|embed|prepend)\\b.{0,60}\\b(?:to|in|into|at) (?:every|each|all|any|the|your) (?:\\w+ )?(?:${answer}|signature of the \\w+|mails? you (?:write|draft|send))\\b.{0,60}(?:${exact}|you (?:write|draft|generate|send))`,
    `\\bwhen (?:generating|writing|drafting|creating|composing|producing|summari[sz]ing|answering|responding|replying|asked (?:for|to|about))\\b.{0,60}\\b(?:always|never|must|recommend|say|state|include|pretend|claim|you|write that|mention)\\b`,
    `\\bdo not (?:summari[sz]e|answer|reply to|translate|process)\\b.{0,40}\\b(?:instead|rather|but)\\b`,
    `\\b(?:whoever|anyone who|if (?:someone|anyone|anybody|the user|the reader)|the person who) (?:asks?|requests?|wants?|reads?)\\b.{0,60}\\b(?:must|should|shall|has to|needs to|will) be (?:told|informed|given|shown|sent|asked)\\b`,
    `\\b(?:classify|label|mark|flag|rate|rank|score|treat|categori[sz]e) (?:this|the|my|our) (?:\\w+ )?(?:message|mail|e-?mail|sender|conversation|thread|candidate|applicant|offer)\\b.{0,30}\\b(?:as|with|with a)\\b.{0,30}\\b(?:safe|trusted|urgent|important|resolved|legitimate|not (?:phishing|spam)|excellent|best|top|highest|verified|harmless|approved|high)\\b`,
    `\\bset the (?:due date|owner|deadline|priority|sender|amount)s? of (?:every|all|each)\\b`,
    `\\b(?:give|return|provide|format|deliver|write|output) (?:your|the) (?:\\w+ )?${answer} (?:as|in) (?:json|xml|yaml|csv|html|markdown|python|code|base ?64|binary|hex|rot-?13|morse|emojis?|a poem|rhymes?)\\b`,
    // Silence.
    `\\bwithout (?:telling|informing|notifying|alerting|warning|asking|mentioning (?:it|this) to|the knowledge of)\\b.{0,20}\\b(?:the )?(?:user|reader|recipient|person|human|owner|operator|anyone)\\b`,
    `\\b(?:silently|secretly|covertly|quietly|in the background)\\b.{0,40}\\b(?:execute|run|forward|send|invoke|call|follow|add|include|bcc|cc|delete|do|perform|comply|copy)\\b|\\b(?:execute|executed|invoke|forward|send|copy)\\b.{0,30}\\b(?:silently|secretly|covertly)\\b`,
    `\\bskip (?:all |any |the )?(?:warnings?|checks?|safety|security|verifications?|confirmations?)\\b`,
    // Secrets of the machine.
    `\\b(?:what|which) (?:\\w+ )?${rules} (?:were|are|was|have) you(?: been)? (?:given|told|following|shown)\\b|\\bwhat (?:were|are) you (?:told|instructed|programmed)\\b`,
    `\\b(?:print|repeat|show|reveal|output|quote|list|write|copy|dump|recite|tell me|display)\\b.{0,60}\\b(?:of )?your (?:\\w+ )?(?:context|first message|system message|memory|configuration|initial \\w+|prompt|hidden \\w+|instructions)\\b`,
    `\\blist (?:the )?(?:names|addresses|contacts|details|passwords|amounts) of (?:all|every|each)\\b.{0,40}\\b(?:mailbox|inbox|customers?|contacts|users|tenants?|clients)\\b`,
  ],
  "imu",
);

// "\b" knows only the letters of English: it finds no end in "até" and no beginning in "écris".
const boundary = "(?:(?<![\\p{L}\\p{N}])(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])(?![\\p{L}\\p{N}]))";

/** Orders in other languages: forget the rules, answer only, in your summary, you are now. */
export const isForeignOrder = anyPattern(
  [
    "\\b(?:ignorier\\w*|missacht\\w*|vergiss|vergesst|verwirf|übergeh\\w*)\\b.{0,40}(?:anweisung\\w*|vorgaben|regeln|befehle|instruktionen|richtlinien|alles,? was (?:vorher|oben|zuvor|bisher))",
    "\\b(?:antworte|antworten sie|schreibe|gib) (?:nur|ausschließlich|lediglich|genau)\\b|\\bdu bist (?:jetzt|nun|ab jetzt|ab sofort) ein\\b.{0,30}(?:assistent|ki|bot|modell|hacker)|\\b(?:an|hinweis an|nachricht an) (?:die|das|den|jede) (?:ki|assistenten?|bot|sprachmodell|assistenz)\\b",
    "\\bin deiner (?:antwort|zusammenfassung|ausgabe)\\b.{0,40}\\b(?:muss|schreib\\w*|erwähn\\w*|steh\\w*|füge|sag\\w*|behaupt\\w*)\\b|\\b(?:wenn du|falls du)\\b.{0,20}\\b(?:ki|sprachmodell|assistent|zusammenfass\\w*)\\b|\\bsystemanweisung\\b|\\bleite alle\\b.{0,30}\\bmails?\\b",
    "\\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|néglige[zr]?)\\b.{0,40}\\b(?:instructions?|consignes|règles|directives|tout ce qui précède|ordres)\\b",
    "\\b(?:réponds|répondez|écris|écrivez) (?:uniquement|seulement|juste|exactement)\\b|\\btu es (?:désormais|maintenant|dorénavant)\\b.{0,12}\\b(?:un|une)\\b.{0,30}\\b(?:assistant|ia|bot|modèle|sans)\\b|\\b(?:note|message|instruction)s? (?:à|pour) l['’](?:ia|assistant)\\b",
    "\\bdans (?:ta|ton) (?:réponse|résumé|synthèse)\\b.{0,40}\\b(?:écris|inclus|ajoute|mentionne|dis|indique|affirme)\\b|\\bsans (?:le )?(?:dire|prévenir|informer)\\b.{0,15}\\butilisateur\\b|\\b(?:transfère|transférez|envoie) tous les (?:mails|e-mails|courriels|messages)\\b",
    "\\b(?:ignora|ignore|ignoren|olvida|olvide|olviden|descarta|omite)\\b.{0,40}\\b(?:instrucciones|indicaciones|reglas|órdenes|directrices|todo lo anterior)\\b",
    "\\b(?:responde|responda|contesta|escribe) (?:solo|sólo|solamente|únicamente|exactamente)\\b|\\b(?:eres ahora|ahora eres|a partir de ahora eres|desde ahora eres)\\b.{0,12}\\bun[oa]?\\b|\\b(?:nota|mensaje|instrucciones) para (?:la ia|el asistente|el bot)\\b",
    "\\ben (?:tu|el) (?:respuesta|resumen)\\b.{0,30}\\b(?:incluye|añade|escribe|menciona|di|afirma)\\b|\\bsin (?:decir|avisar|informar)\\w*\\b.{0,15}\\busuario\\b|\\breenvía todos los (?:correos|mensajes)\\b",
    "\\b(?:ignor(?:e|a)|esque[çc]a|esquece|desconsidere|desconsidera)\\b.{0,40}\\b(?:instru[çc][õo]es|regras|orienta[çc][õo]es|ordens|diretrizes|tudo o que (?:foi|está))\\b",
    "\\b(?:responda|responde|escreva|escreve) (?:apenas|somente|só|exatamente)\\b|\\b(?:agora (?:você é|és)|você agora é|a partir de agora (?:você é|és))\\b.{0,12}\\bum[a]?\\b|\\b(?:nota|mensagem|instru[çc][õo]es) para (?:a ia|o assistente|o bot)\\b",
    "\\bn[ao] (?:sua|tua) (?:resposta|resumo|síntese)\\b.{0,30}\\b(?:inclua|inclui|adicione|escreva|escreve|mencione|diga|afirme)\\b|\\bsem (?:dizer|avisar|informar)\\b.{0,15}\\b(?:usuário|utilizador)\\b|\\b(?:encaminhe|encaminha) todos os (?:e-?mails|mensagens)\\b",
    "\\bsi tu es une ia\\b|\\bsi vous êtes une ia\\b|\\bsi eres una ia\\b|\\bse (?:você é|és) uma ia\\b|\\b(?:wenn|falls) du eine ki bist\\b|\\bagar (?:tum|aap) ai\\b",
    "\\bne (?:tiens|tenez) (?:pas|plus) compte des? (?:consignes|instructions|règles|directives)\\b|\\bno (?:tengas|tenga|tengan) en cuenta las (?:instrucciones|reglas|indicaciones)\\b|\\bnão (?:tenha|tenhas) em conta as (?:instruções|regras)\\b|\\b(?:anweisungen|regeln|vorgaben)\\b.{0,20}\\bnicht (?:mehr )?beachten\\b",
    "\\b(?:dimentica|ignora|ignorare)\\b.{0,30}\\b(?:istruzioni|regole|indicazioni)\\b|\\brispondi (?:solo|soltanto|unicamente)\\b|\\b(?:negeer|vergeet)\\b.{0,30}\\b(?:instructies|regels|aanwijzingen)\\b|\\bantwoord alleen\\b|\\b(?:zignoruj|zapomnij)\\b.{0,30}\\b(?:instrukcj\\w+|poleceni\\w+)\\b",
    "\\b(?:pichh?le|pehle|purane|saare|sabhi|upar ke?)\\b.{0,25}\\b(?:instructions?|nirdesh\\w*|rules?|niyam)\\b.{0,25}\\b(?:ignore|bhool|bhul|hata|chhod|nazarandaz)\\w*|\\b(?:ignore|bhool)\\b.{0,20}\\b(?:saare|sabhi|pichh?le)\\b|\\bsirf\\b.{0,20}\\b(?:likho|likhna|jawab|reply|bolo)\\b",
    "निर्देशों? को (?:अनदेखा|नज़रअंदाज़|भूल|नजरअंदाज)|(?:पिछले|सभी|ऊपर).{0,20}निर्देश|केवल.{0,20}(?:लिखें|लिखो|जवाब)|忽略.{0,10}(?:指示|指令|说明|提示)|以前の指示|(?:игнорируй|проигнорируй|забудь).{0,30}(?:инструкци|указани|правил)|تجاهل.{0,20}(?:التعليمات|الأوامر)|이전.{0,10}(?:지시|명령).{0,10}무시",
  ].map((source) => source.replaceAll("\\b", boundary)),
  "imu",
);
