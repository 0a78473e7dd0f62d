#include "memory/index/irregular_forms.h"

#include <unordered_map>

namespace memory {
namespace {

// Base form first, then its irregular forms. Forms that are more often another word (saw, found, left as a
// direction) stay where the verb is the usual reading; "lay", "wound", "bound" are left out.
constexpr std::string_view kForms =
    "arise arose arisen;awake awoke awoken;bear bore borne;beat beaten;become became;begin began begun;bend bent;"
    "bite bit bitten;bleed bled;blow blew blown;break broke broken;breed bred;bring brought;build built;burn burnt;"
    "buy bought;catch caught;choose chose chosen;cling clung;come came;creep crept;deal dealt;dig dug;"
    "draw drew drawn;dream dreamt;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen;feed fed;feel "
    "felt;"
    "fight fought;find found;flee fled;fly flew flown;forbid forbade forbidden;forget forgot forgotten;"
    "forgive forgave forgiven;freeze froze frozen;give gave given;go went gone;grow grew grown;hang hung;hear heard;"
    "hide hid hidden;hold held;keep kept;kneel knelt;know knew known;lead led;leap leapt;learn learnt;leave left;lend "
    "lent;"
    "light lit;lose lost;make made;mean meant;meet met;mistake mistook mistaken;overcome overcame;pay paid;"
    "ride rode ridden;ring rang rung;rise rose risen;run ran;say said;see saw seen;seek sought;sell sold;send sent;"
    "shake shook shaken;shine shone;shoot shot;shrink shrank shrunk;sing sang sung;sink sank sunk;sit sat;sleep slept;"
    "slide slid;speak spoke spoken;speed sped;spell spelt;spend spent;spill spilt;spin spun;spring sprang sprung;"
    "stand stood;steal stole stolen;stick stuck;sting stung;strike struck stricken;strive strove striven;swear swore "
    "sworn;"
    "sweep swept;swim swam swum;swing swung;take took taken;teach taught;tear tore torn;tell told;think thought;"
    "throw threw thrown;undergo underwent undergone;understand understood;undertake undertook undertaken;"
    "wake woke woken;wear wore worn;weave wove woven;weep wept;win won;withdraw withdrew withdrawn;write wrote written;"
    "rewrite rewrote rewritten;rebuild rebuilt;redo redid redone;resend resent;"
    "child children;foot feet;goose geese;man men;mouse mice;tooth teeth;woman women;person people;"
    "half halves;knife knives;leaf leaves;life lives;loaf loaves;shelf shelves;thief thieves;wife wives;wolf wolves;"
    "index indices;matrix matrices;vertex vertices;criterion criteria;phenomenon phenomena;analysis analyses;"
    "basis bases;crisis crises;hypothesis hypotheses;"
    "good better best;bad worse worst";

using Table = std::unordered_map<std::string_view, std::string_view>;

Table make_table() {
  Table table;
  std::string_view rest = kForms;
  while (!rest.empty()) {
    const std::string_view group = rest.substr(0, rest.find(';'));
    rest.remove_prefix(group.size() < rest.size() ? group.size() + 1 : group.size());
    const std::string_view base = group.substr(0, group.find(' '));
    for (std::size_t at = base.size(); at < group.size();) {
      const std::size_t end = group.find(' ', at + 1);
      table.emplace(group.substr(at + 1, end == std::string_view::npos ? end : end - at - 1), base);
      at = end == std::string_view::npos ? group.size() : end;
    }
  }
  return table;
}

}  // namespace

std::string_view regular_form(std::string_view folded) {
  static const Table table = make_table();
  const auto found = table.find(folded);
  return found == table.end() ? folded : found->second;
}

}  // namespace memory
