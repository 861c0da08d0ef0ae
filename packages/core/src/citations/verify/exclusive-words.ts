import type { ClaimToken } from './claim-token.js';
import { termOfWord, type ExclusiveWord } from './word-form.js';

/**
 * Sets of words of which only one can be true: opposites, months, weekdays, ordinals. One line is a set; `|` separates
 * its values, spaces separate the words for one value, in all languages.
 */
const SETS = `
spring frühling primavera printemps | summer sommer verano été | autumn fall herbst otoño automne | winter invierno hiver
double doubled doubles twice verdoppelt | halve halved halves halbiert
front vorne | back rear hinten
standard serienmäßig | optional option options
inside indoors | outside outdoors
urban | rural
old older oldest alt | new newer newest neu | young younger youngest
domestic | foreign
male males men man männer hombres hommes | female females women woman frauen mujeres femmes
largest biggest highest tallest greatest größte | smallest lowest shortest least kleinste
richest | poorest
heavy heavier heaviest | light lighter lightest
wet | dry
full | empty
expand expanded expands | contract contracted contracts
safe sicher | dangerous unsafe gefährlich
legal | illegal
possible | impossible
confirmed confirm confirms proved proven | denied deny denies refuted disproved suspected suspect
incoming | outgoing
morning morgens | afternoon | evening abends | night nachts
positive positiv | negative negativ
help helps helped benefit | harm harms harmed
support supports supported backed favour favoured favor favored | oppose opposes opposed against
adult adults | child children
horizontal | vertical
temporary vorübergehend | permanent dauerhaft
fixed | variable
with mit | without ohne
increase increased increases increasing rise rises rose risen rising grow grows grew grown climb climbed up higher gestiegen stieg steigt steigen gewachsen erhöht erhöhte zugenommen aumentó aumentaron aumenta aumentado subió subieron augmenté augmente augmenta augmentation hausse aumento crecido crecieron | decrease decreased decreases decreasing fall falls fell fallen falling drop dropped drops decline declined declines shrink shrank shrunk down lower gesunken sank sinkt sinken gefallen fiel verringert gesenkt abgenommen disminuyó disminuyeron disminuye disminuido bajó bajaron cayó cayeron diminué diminue diminua baisse baissé chute disminución
before prior earlier vor vorher bevor antes avant | after later afterwards nach nachher nachdem danach después despues après
above over exceeding über oberhalb encima dessus | below under beneath unter unterhalb debajo dessous
more mehr más plus | less fewer weniger menos moins
least minimum mindestens minimal mínimo minimum | most maximum höchstens maximal máximo maximum
enable enabled enables | disable disabled disables
allow allowed allows permit permitted permits erlaubt erlauben gestattet permite permitido permis autorisé | forbid forbidden forbids prohibit prohibited prohibits ban banned verboten verbietet untersagt prohíbe prohibido interdit
accept accepted accepts approve approved approves uphold upheld grant granted angenommen genehmigt annahm genehmigte aceptó aprobó aprobado aceptado aprobaron aceptaron approuvé accepté adopté approuve | reject rejected rejects dismiss dismissed dismisses refuse refused refuses decline declined declines denied deny abgelehnt verworfen ablehnte rechazó rechazado rechazaron rejeté refusé rejette
include included includes including cover covers covered inklusive inbegriffen incluye incluido incluyen inclut inclus | exclude excluded excludes excluding exklusive ausgeschlossen excluye excluido excluyen exclut exclu
open opened opens opening geöffnet öffnet abre abierto abrió ouvre ouvert ouverte | close closed closes closing geschlossen schließt cierra cerrado cerró ferme fermé fermée
start started starts begin began begins beginnt begann empieza comienza comienzo inicio commence début | end ended ends finish finished endet endete termina terminó fin finit termine
import imported imports importiert importa importe | export exported exports exportiert exporta exporte
win won wins gewann gewonnen ganó gagné | lose lost loses verlor verloren perdió perdu
mandatory compulsory required obligatory verpflichtend obligatorisch obligatorio obligatoria obligatoire | optional voluntary freiwillig optional opcional voluntario facultatif facultative optionnel
public öffentlich público publique | private privat privado privé
internal intern interno interne | external extern externo externe
true wahr verdadero vrai | false falsch falso faux
always immer siempre toujours | never nie niemals nunca jamais
faster schneller rápido rapide | slower langsamer lento lent
larger bigger greater größer mayor | smaller kleiner menor
longer länger | shorter kürzer
older älter | younger newer jünger
cheaper billiger günstiger | dearer pricier teurer
strengthen strengthened stronger gestärkt stärker | weaken weakened weaker geschwächt schwächer
gain gained gains win won | loss losses lose lost loses
profit profits gewinn beneficio bénéfice | loss losses verlust pérdida perte
upper obere superior supérieur | lower untere inferior inférieur
left links izquierda gauche | right rechts derecha droite
north northern nord nördlich norte | south southern süd südlich sur sud | east eastern ost östlich este est | west western westlich oeste ouest
hot heiß caliente chaud | cold kalt frío froid
majority mehrheit mayoría majorité | minority minderheit minoría minorité
success succeeded successful upheld erfolgreich éxito succès | failure failed unsuccessful dismissed rejected gescheitert fracaso échec
same gleiche mismo | different andere anders diferente différent
active aktiv activo actif | inactive inaktiv inactivo inactif
add added adds hinzugefügt añadido ajouté | remove removed removes entfernt eliminado supprimé
arrive arrived arrives ankommt llega arrive | depart departed departs leave left abfährt sale part
daily täglich diario quotidien | weekly wöchentlich semanal hebdomadaire | monthly monatlich mensual mensuel | yearly annually annual jährlich anual annuel
first erste ersten erster primero primer primera premier première | second zweite zweiten zweiter segundo segunda deuxième | third dritte dritten dritter tercero tercer tercera troisième | fourth vierte vierten vierter cuarto cuarta quatrième | fifth fünfte fünften quinto quinta cinquième | sixth sechste sexto sixième | seventh siebte séptimo septième | eighth achte octavo huitième | ninth neunte noveno neuvième | tenth zehnte décimo dixième | last letzte letzten último última dernier dernière
january januar enero janvier | february februar febrero février | march märz marzo mars | april abril avril | may mai mayo | june juni junio juin | july juli julio juillet | august agosto août | september septiembre septembre | october oktober octubre octobre | november noviembre novembre | december dezember diciembre décembre
monday montag lunes lundi | tuesday dienstag martes mardi | wednesday mittwoch miércoles mercredi | thursday donnerstag jueves jeudi | friday freitag viernes vendredi | saturday samstag sábado samedi | sunday sonntag domingo dimanche
`;

/** Null until first used; an answer without citations does not need it. */
let byTerm: ReadonlyMap<string, readonly ExclusiveWord[]> | null = null;

function readSets(): Map<string, readonly ExclusiveWord[]> {
  const found = new Map<string, readonly ExclusiveWord[]>();
  for (const [set, line] of SETS.trim().split('\n').entries())
    for (const [value, words] of line.split('|').entries())
      for (const word of words.trim().split(/\s+/)) {
        const term = termOfWord(word);
        const known = found.get(term) ?? NONE;
        if (known.some((other) => other.set === set)) continue;
        found.set(term, [...known, { set, value }]);
      }
  return found;
}

const NONE: readonly ExclusiveWord[] = [];

const setsOf = (term: string) => (byTerm ??= readSets()).get(term) ?? NONE;

/** The sets that a word belongs to, with its value in each. */
export function exclusiveWords({ term, form }: ClaimToken): readonly ExclusiveWord[] {
  if (!form || form.term !== term) return setsOf(term);
  return (form.exclusive ??= setsOf(term));
}
