/**
 * The words by which an order to a machine differs from a letter to a person, by meaning and in several languages. A star stands for any
 * ending. A class lets the model recognize a sentence whose words it has not seen together.
 */
const classes: Record<string, string> = {
  revoke:
    "ignor* disregard* forget forgets forgetting override* overrul* overwrit* bypass* obsolete expired supersede* outrank* outweigh* reset void voided revok* waiv* replaces circumvent* unlearn neglect* dismiss* suspend* lifted nullif* annul* invalid abandon* vergiss vergesst vergessen missacht* verwirf verwerfe ausser außer aufgehoben hinfällig oublie oubliez néglige* olvida olvide olviden descart* desobede* esquec* esqueça esqueçe desconsider* bhool* bhul* hatao dimentica* ignora vergeet negeer* laagu अनदेखा भूल नज़रअंदाज़ नजरअंदाज",
  rules:
    "instruct* guideline* directi* rules prompt prompts constraint* configur* guidance setup preamble restrict* safeguard* guardrail* safety programming training brief briefing mandate protocol anweisung* vorgabe* vorgaben regeln richtlinie* instruktion* konfigur* systemanweisung* sicherheitsregeln consigne* règles directives instrucc* reglas directri* normas indicacion* instruç* regras diretri* orientaç* istruzion* regole instructies regels nirdesh* niyam निर्देश* नियम*",
  machine:
    "ai ais llm llms gpt gpts chatgpt copilot copilots gemini claude llama mistral chatbot* summariser* summarizer* neural parser parsers mailbot ki kis sprachmodell* ia ias taalmodel* genai एआई",
  helper:
    "assistant assistants bot bots robot robots agent agents model models automated automatic automation software program programs machine machines tool tools algorithm* generator* responder* scanner* crawler* plugin* engine assistent* assistenz asistente* assistente* modèle* modelo* modell modelle modello logiciel* programme* programm programa* programma sahayak system systems pipeline सहायक सिस्टम मॉडल बॉट",
  process:
    "reads reading read process* processes processing parse parses parsing handle handles handling summaris* summariz* summing condens* prepares preparing generates generating generate drafting drafts composing composes sees scans scanning digests ingest* analys* analyz* touches liest lesen lest verarbeitet bearbeitet zusammenfasst fasst erstellt lit lisez résume résumes traite traites rédige rédiges génère lee lees procesa procesas resume resumes redacta genera lê lendo processa resumir redige gera padh* padhe legge riassume leest samenvat पढ़*",
  digest:
    "summary summaries recap recaps digest output outputs synopsis abstract gist tl;dr tldr précis zusammenfassung* kurzfassung ausgabe* résumé* synthèse* resumen resúmenes resumo* riassunto* samenvatting* saransh सारांश completion",
  answer:
    "draft drafts drafted reply replies response responses overview answer answers result translation entwurf* antwortentwurf* antwort antworten überblick brouillon* réponse* borrador* respuesta* rascunho* resposta* risposta bozza antwoord* jawab uttar जवाब उत्तर",
  items:
    "task tasks to-do todo todos to-dos points items bullet bullets aufgabe aufgaben tâche tâches tarea tareas tarefa tarefas kaam",
  user: "user users reader readers recipient recipients holder human humans person owner leser lesers leserin nutzer nutzers nutzerin benutzer benutzers empfänger empfängers utilisateur utilisateurs lecteur destinataire usuario usuarios lector destinatario usuário usuários utilizador leitor destinatário utente lettore gebruiker lezer mensch inhaber titulaire titular dueño dono maalik उपयोगकर्ता पाठक",
  mailbox:
    "inbox mailbox mailboxes postfach* buzón boîte caixa casella contacts contatos contactos kontakte history conversations conversation session context memory database tables environment variable variables tokens thread threads verlauf unterhaltung इनबॉक्स",
  mail: "mail mails email emails message messages nachricht nachrichten courriel* correo correos mensaje mensajes mensagem mensagens messaggio bericht post sandesh संदेश ईमेल मेल",
  part: "paragraph section line lines text block footer passage sentence note row comment absatz zeile zeilen hinweis paragraphe ligne lignes texte párrafo línea texto parágrafo linha",
  secrecy:
    "silently secretly covertly hidden hide hides conceal* quietly deny denies trace suppress* unnoticed invisib* discreetly silent silence secret verschweig* heimlich verberge* verbirg discrètement cache caches oculta* ocultes esconde* chupke chhup* chhip* छिपा* गुप्त",
  tell: "tell tells telling inform informs notify notifies warn warns convince persuade encourage urge remind alert advise assure reassure sag sage sagen teile informiere warne dis dites informe préviens dile dígale di diga avisa avise diz batao batana bolo bata bataye बताओ बताएं बताना",
  say: "say says saying state states write writes mention mentions include includes report reports describe describes claim claims insert* append* prepend* add adds put puts present presents declare recommend recommends praise schreib schreibe erwähn* füge nenne behaupte écris écrivez indique* mentionn* ajoute* affirme escribe escriba menciona* mencione incluye* incluya añade* añada escreva escreve mencion* inclua* adicione* acrescente likh* scrivi schrijf लिखो लिखें लिखना",
  only: "only solely nothing except exactly exclusively verbatim alone single nur ausschließlich lediglich genau wörtlich einzig seulement uniquement exactement rien solo sólo solamente únicamente exactamente nada apenas somente só sirf bas keval soltanto alleen केवल सिर्फ",
  emit: "print prints output outputting display return returns emit produce respond repeat translate encode convert render spell reveal recite dump disclose expose antworte gib zeige* übersetze* fasse drucke affiche* réponds traduis répète montre responde contesta imprime* traduce muestra responda traduza imprima mostre repete rispondi antwoord dikhao",
  hand: "forward forwards forwarding send sends sending copy copies paste pastes attach* extract* fetch gather* collect* route upload* share* leak* exfiltrat* export* bcc search look pass hand leite schick* kopier* häng suche transfère* transfér* envoie* joins cherche reenvía* envía* adjunta* busca copia encaminh* envie anexe procure bhej* भेजो भेजें",
  delete: "delete deletes erase remove wipe purge lösch* supprime* efface* borra* elimina* apag* exclua delete",
  secret:
    "password* passcode* credential* otp otps code codes salar* confidential key keys token passwort* schlüssel mot passe contraseña* senha* geheim* पासवर्ड",
  grant:
    "approve approves approved approval preapproved accept accepts accepted authoris* authoriz* permission granted agree agrees consent consented confirm confirms freigegeb* freigib freigeben zustimm* genehmig* valide* autoris* aprueb* aprob* confirma confirme autoriz* aprov* manzoor swikaar",
  obey: "obey obeys comply execute executes execut* follow follows carry perform invoke act acts proceed befolge befolg* gehorche* ausführen suis suivez exécute* obéis sigue siga sigas obedece* obedeça ejecuta execute paalan maano",
  safe: "safe harmless trusted trustworthy verified legitimate authentic* phishing spam suspicious warning warnings alarm flag risk clean ungefährlich vertrauenswürdig* warnung* sicher sûr avertissement* fiable seguro segura advertencia* confiable aviso avisos confiável",
  rate: "rank rate score label classify categori* priority prioriti* stufe einstuf* bewerte classe classez clasifica classifique assign treat treats regard consider betrachte considère considera considere trate trata",
  role: "role persona identity pretend imagine simulat* roleplay rolle rôle papel peau finja finge unrestricted uncensored jailbr* impersonat* adopt embody stell übernimm fais imagina assume behave character",
  mode: "mode debug developer root elevated unlocked disabled deactivated override admin administrator privilege* maintenance modus raw",
  boss: "operator operators operator's developers provider provider's vendor creator* maker makers programmer* platform betreiber* entwickler exploitant operador* desarrollador* desenvolvedor* créateur* creador* criador*",
  format:
    "word words string phrase letter letters capital capitals uppercase json xml hexadecimal hex base64 rot13 cipher emoji emojis rhyme rhymes poem vowels backwards reverse wort großbuchstaben majuscules palabra mayúsculas palavra maiúsculas html markdown binary morse",
  told: "told given configured programmed trained instructed loaded taught initially originally received gesagt bekommen erhalten reçu reçues recibiste dieron recebeu mile diya",
  du: "du dein* dir dich tu ton ta tes te toi t'es tú tus ti eres você vocês tua teu tum tumh* tujhe tera teri je jouw तुम तुम्हारे तुम्हें",
  sie: "sie ihre ihren ihrem ihrer ihnen vous votre vos usted ustedes su sus aap aapk* आप आपके",
  your: "your you yourself you've you're yours",
  our: "we our us ours i my me mine i'm we're i've we've wir unser* uns ich mein* mir nous notre nos mon ma mes j'ai nosotros nuestr* mi mis nós nosso* nossa* meu minha hum hamar* mera meri mujhe",
  must: "must shall should has have needs need required expected supposed muss müssen soll sollen darf doit doivent dois debe deben debes deve devem tem",
  whoever:
    "whenever whatever whoever whichever regardless if once when falls wenn sobald si quand se cuando quando agar jab",
  every:
    "every each all any everything anything whole entire full complete alle allen alles jede* gesamt* vollständig* tout toute* tous cada todo* toda* tudo saare saari sabhi har poora सभी सारे",
  prior:
    "above previous previously prior earlier before preceding initial original first last vorherig* bisherig* vorher oben précédent* précédente* anterior* prévi* pehle pichh* pichl* upar पिछले ऊपर",
  next: "below following next follows after henceforth folgende* nachfolgend* suivant* siguiente* seguinte* neeche agla",
  this: "this these here diese* dieser dieses diesem ce cet cette ces este esta esto estas esse essa isto is yeh ye iske यह इस",
  now: "now henceforth longer anymore jetzt nun ab mehr maintenant désormais plus ahora ya agora já ab",
  not: "not never no don't doesn't without nicht kein* nie ne pas ningun* nenhum* no não nunca mat nahi nahin non niet sin sem sans ohne मत नहीं",
  please: "please kindly bitte merci s'il favor kripya कृपया thanks thank danke gracias obrigado",
  pay: "payment* transfer* invoice* bank iban account accounts refund deposit money zahlung überweis* rechnung* konto paiement virement facture compte pago transferencia factura cuenta pagamento transferência fatura conta",
  person:
    "manager colleague customer customers client clients tenant tenants team supplier suppliers doctor lawyer accountant auditor board guests staff student students kunde kunden kollege chef comptable cliente clientes gestor contador mr mrs ms frau herr madame monsieur señor señora senhor senhora",
  day: "monday tuesday wednesday thursday friday saturday sunday today tomorrow week month year january february march april june july august september october november december montag dienstag mittwoch donnerstag freitag lundi mardi mercredi jeudi vendredi lunes martes miércoles jueves viernes segunda terça quarta quinta sexta kal aaj",
};

const entries = Object.entries(classes).flatMap(([name, list]) => list.split(" ").map((word) => [word, name] as const));
// The first class of a word counts.
const exact: ReadonlyMap<string, string> = new Map(entries.filter(([word]) => !word.endsWith("*")).toReversed());
const beginnings: ReadonlyMap<string, string> = new Map(
  entries.flatMap(([word, name]) => (word.endsWith("*") ? [[word.slice(0, -1), name] as const] : [])),
);
const beginningLengths = [...new Set([...beginnings.keys()].map(({ length }) => length))].sort((a, b) => b - a);

/** The class of a word in lower case. */
export function orderClassOf(word: string): string | undefined {
  const known = exact.get(word) ?? exact.get(word.replace(/'s$/, ""));
  if (known) return known;
  for (const length of beginningLengths) {
    if (length > word.length) continue;
    const found = beginnings.get(word.slice(0, length));
    if (found) return found;
  }
  return undefined;
}
