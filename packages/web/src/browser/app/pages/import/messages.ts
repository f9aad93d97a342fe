import { language } from "../../text/texts.js"

/** What the readers of files and the server say of a file and of its cells, in parts, and the same in German. */
const GERMAN: ReadonlyArray<readonly [said: RegExp, german: string]> = [
  [/is not a date as in (.+) from 1000 to 9999/, "ist kein Datum wie $1 von 1000 bis 9999"],
  [/is not a date from 1000 to 9999/, "ist kein Datum von 1000 bis 9999"],
  [/is not a date from 1970 to 9999, or could be two/, "ist kein eindeutiges Datum von 1970 bis 9999"],
  [/is not a number as in/, "ist keine Zahl wie"],
  [/has a quote \("\) that is not doubled/, 'hat ein Anführungszeichen ("), das nicht verdoppelt ist'],
  [/goes on after its closing quote; read as one text/, "geht nach dem Anführungszeichen weiter; als ein Text gelesen"],
  [/is the error of a formula; left blank/, "ist der Fehler einer Formel; bleibt leer"],
  [/is a subitem; only its name and state are imported/, "ist eine Unteraufgabe; nur Name und Stand werden importiert"],
  [/is a subitem/, "ist eine Unteraufgabe"],
  [/has no name and sums its group up/, "hat keinen Namen und fasst ihre Gruppe zusammen"],
  [/has no name; imported as (.+)/, "hat keinen Namen; als „$1“ importiert"],
  [/has an item of over (\d+) characters; cut/, "hat einen Eintrag von über $1 Zeichen; gekürzt"],
  [/has over (\d+) characters/, "hat über $1 Zeichen"],
  [/is in no mapped column/, "steht in keiner zugeordneten Spalte"],
  [/matches no member of the workspace's boards/, "passt zu keinem Mitglied der Boards des Arbeitsbereichs"],
  [/must be a number/, "muss eine Zahl sein"],
  [
    /must be a date from (\d+) to 9999, its day and month in a clear order/,
    "muss ein eindeutiges Datum von $1 bis 9999 sein"
  ],
  [/must be a user id, a name, or a list of them/, "muss ein Name oder eine Liste von Namen sein"],
  [/must be true or false/, "muss wahr oder falsch sein"],
  [/must be a web address with http or https/, "muss eine Webadresse mit http oder https sein"],
  [/must be an email address/, "muss eine E-Mail-Adresse sein"],
  [/must be a label/, "muss ein Label sein"],
  [/must be a list of labels/, "muss eine Liste von Labels sein"],
  [/; kept as text$/, "; bleibt Text"],
  [/; kept as it is$/, "; bleibt, wie es ist"],
  [/; left out$/, "; ausgelassen"],
  [/: has a row of column names, and no other row\.$/, ": hat eine Zeile mit Spaltennamen und sonst keine."],
  [/: has (\S+) rows; this page imports (\S+) at most\./, ": hat $1 Zeilen; diese Seite importiert höchstens $2."],
  [/: has (\S+) columns; this page imports (\S+) at most\./, ": hat $1 Spalten; diese Seite importiert höchstens $2."],
  [/: has over 32 MB\./, ": hat über 32 MB."],
  [
    / On the server "boardwright import FILE" takes any size\.$/,
    " Auf dem Server nimmt der Befehl „boardwright import DATEI“ Dateien jeder Größe."
  ],
  [/: is empty$/, ": ist leer"],
  [/: has no rows$/, ": hat keine Zeilen"],
  [
    /: the row has (\d+) cells, where the header has (\d+)$/,
    ": die Zeile hat $1 Zellen, die Zeile mit den Spaltennamen $2"
  ],
  [/: the row has a quote \("\) that is never closed$/, ': ein Anführungszeichen (") wird nicht geschlossen'],
  [
    /: the row is too long: is a quote \("\) not closed\?$/,
    ': die Zeile ist zu lang: fehlt ein schließendes Anführungszeichen (")?'
  ],
  [
    /: is an old or an encrypted Excel file: save it as \.xlsx without a password$/,
    ": ist eine alte oder verschlüsselte Excel-Datei: speichere sie als .xlsx"
  ],
  [/: is compressed: unpack it first$/, ": ist gepackt: entpacke sie zuerst"],
  [/: is not JSON$/, ": ist kein JSON"],
  [/: goes on after the end of its JSON$/, ": geht nach dem Ende des JSON weiter"],
  [/: ends before its JSON does$/, ": endet vor dem Ende des JSON"],
  [/: has a value that is too long$/, ": hat einen zu langen Wert"],
  [/: has a value that is nested too deeply$/, ": hat einen zu tief verschachtelten Wert"],
  [/: has more than (\d+) different keys$/, ": hat mehr als $1 verschiedene Schlüssel"],
  [/: must be an array, as the rows before$/, ": muss eine Liste sein wie die Zeilen davor"],
  [/: must be an object, as the rows before$/, ": muss ein Objekt sein wie die Zeilen davor"],
  [
    /: is one JSON value: rows come as an array of objects or of arrays$/,
    ": ist ein einzelner JSON-Wert; Zeilen sind Objekte oder Listen in einer Liste"
  ],
  [
    /: is a JSON object with (\d+) lists of rows: it must be an array, or have one such list$/,
    ": ist ein JSON-Objekt mit $1 Listen von Zeilen; es muss eine Liste sein oder genau eine haben"
  ],
  [
    /: is a board's JSON export, not a sheet: import it on the server with the command `boardwright import FILE`$/,
    ": ist der JSON-Export eines Boards und keine Tabelle: importiere ihn auf dem Server mit dem Befehl „boardwright import DATEI“"
  ],
  [/: is a binary file, not a spreadsheet$/, ": ist eine Binärdatei, keine Tabelle"],
  [
    /: is an OpenDocument file \(\.ods\): save it as \.xlsx or CSV$/,
    ": ist eine OpenDocument-Datei (.ods): speichere sie als .xlsx oder CSV"
  ],
  [/: is a PDF, not a spreadsheet$/, ": ist ein PDF, keine Tabelle"],
  [/: is a text document, not a spreadsheet$/, ": ist ein Textdokument, keine Tabelle"],
  [/: is a zip file, but no Excel file \(\.xlsx\)$/, ": ist eine Zip-Datei, aber keine Excel-Datei (.xlsx)"],
  [/: is a damaged (?:zip|Excel) file(?:: [a-z ]{1,40}| \([^()]{1,200}\))?$/, ": ist eine beschädigte Excel-Datei"],
  [/: is encrypted$/, ": ist verschlüsselt"],
  [/^(.+), line (\d+), column (\d+)/, "$1, Zeile $2, Spalte $3"],
  [/^(.+), line (\d+)/, "$1, Zeile $2"]
]

export const germanOf = (message: string): string =>
  GERMAN.reduce((text, [said, german]) => text.replace(said, german), message)

/** Such a message in the language of the user; what is not known here stays English. */
export const inUserLanguage = (message: string): string => (language() === "de" ? germanOf(message) : message)
