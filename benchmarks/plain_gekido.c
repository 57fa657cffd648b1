/* Plays Gekido: Bot Battles with random players, in plain C: the yardstick for compiled rulesets.

   Build:  gcc -O2 -o plain_gekido plain_gekido.c
   Run:    ./plain_gekido --games 100000 --players 4 [--duel] [--seed 1]

   It plays the rules as plain_gekido.py reads them, which says at its top what it makes of what the rules leave open,
   and asks for the same choices in the same places. What it counts is what agreement.py compares: for each row how
   many numbers there were, their sum and the sum of their squares, as JSON. The seconds are CPU time of the games.

   Sets of tiles, seats, cards and powers are bits; a choice is a number below the count of a set, then the bit with
   that number. Dice are counts by face. Only the top die of a Structure column can show less than 6, so that a
   column is its height and its top. A deck is drawn from at random instead of being shuffled, which is the same. */

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Chance: xoshiro128** 1.1 of Blackman and Vigna, numbers below a bound by Lemire, seeds by SplitMix64. */

static uint32_t rng[4];

static inline uint32_t rotl(uint32_t x, int k) { return x << k | x >> (32 - k); }

static inline uint32_t next_random(void) {
  uint32_t result = rotl(rng[1] * 5, 7) * 9, t = rng[1] << 9;
  rng[2] ^= rng[0];
  rng[3] ^= rng[1];
  rng[1] ^= rng[2];
  rng[0] ^= rng[3];
  rng[2] ^= t;
  rng[3] = rotl(rng[3], 11);
  return result;
}

static inline int below(int bound) {
  uint64_t product = (uint64_t)next_random() * (uint32_t)bound;
  if ((uint32_t)product < (uint32_t)bound) {
    uint32_t least = -(uint32_t)bound % (uint32_t)bound;
    while ((uint32_t)product < least) product = (uint64_t)next_random() * (uint32_t)bound;
  }
  return (int)(product >> 32);
}

static uint64_t split_mix(uint64_t *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static void seed_game(uint64_t *seeds) {
  for (int i = 0; i < 4; i += 2) {
    uint64_t word = split_mix(seeds);
    rng[i] = (uint32_t)word;
    rng[i + 1] = (uint32_t)(word >> 32);
  }
  rng[0] |= 1;
}

/* ---- Components */

enum { CIRCLE, TRIANGLE, SQUARE, DIAMOND, PENTAGON, CROSS, FACES }; /* opposite faces: s and 5 - s */
enum { TWO_PAIRS, THREE_OF_A_KIND, FULL_HOUSE, FOUR_OF_A_KIND, FIVE_DIFFERENT, FIVE_OF_A_KIND, COMMANDS };
enum { VREX, SLICER, TETSUBOT, OVERCLOCK, PYTRON, M3OW, BOTS };
enum { SEATS = 4, TILES = 9, STRUCTURE_DICE = 28, COMMAND_DICE = 6, TECH_CARDS = 46, UPGRADE_MAX = 5 };
enum { ROWS = 6, BONUSES = 4, TURN_LIMIT = 5000, ARMOR_MAX = 2 };

static const char *const COMMAND_NAME[COMMANDS] = {"two_pairs",       "three_of_a_kind", "full_house",
                                                   "four_of_a_kind", "five_different",  "five_of_a_kind"};
static const char *const BOT_NAME[BOTS] = {"vrex", "slicer", "tetsubot", "overclock", "pytron", "m3ow"};
static const int SIZE[COMMANDS] = {4, 3, 5, 4, 5, 5};
static const int COMMAND_CARDS[COMMANDS] = {2, 1, 0, 0, 0, 0};

/* What can be used in a window: cards come first, then powers, then the effects of tiles. The last two powers have
   times of their own, outside the windows. */
enum {
  SERVO_FLIP, TARGETING_SOLUTION, SIGNATURE_MOVE, SECOND_TRY, SIXTH_ACTUATOR, OVERCHARGE, FINISHING_MOVE, COPYCAT,
  REACTIVE_PLATING, BULWARK, SHORT_CIRCUIT, STATIC_PULSE, SYSTEM_CRASH, SYMBOL_JAMMER, MAGNETIC_ANCHOR,
  FLIP_SWITCH, INTERFERENCE, EMERGENCY_WELD, POWER_CELL, SPARE_PLATE, SYMBOL_SYNC, CALIBRATION, CARDS,
  FLIP_A_DIE = CARDS, SWITCH_ATTACK, EXTRA_DIE, EXTRA_REROLL, ONE_DIE_ANY, DAMAGE3_HEAL2, OPPONENT_REROLLS_DIE,
  FORCE_REROLL, TILE_FLIP, TILE_ROLL
};
enum { DRAW5_KEEP2 = TILE_FLIP - CARDS, PREVENT_4, POWERS };
#define BIT(number) (1u << (number))

static const int COPIES[CARDS] = {3, 2, 2, 3, 2, 3, 1, 2, 4, 2, 2, 2, 1, 2, 1, 3, 2, 2, 2, 1, 2, 2};

enum { BEFORE_FIRST_ROLL, AFTER_ROLL, BEFORE_DAMAGE, AFTER_DAMAGE, WINDOWS };
enum { ATTACKER, DEFENDER };
#define BOTH_AFTER_ROLL (BIT(FLIP_SWITCH) | BIT(INTERFERENCE) | BIT(POWER_CELL) | BIT(SYMBOL_SYNC))
#define BOTH_BEFORE_DAMAGE (BIT(EMERGENCY_WELD) | BIT(SPARE_PLATE) | BIT(CALIBRATION))
static const uint32_t PLAYABLE[2][WINDOWS] = {
    {0,
     BIT(SERVO_FLIP) | BIT(TARGETING_SOLUTION) | BIT(SIGNATURE_MOVE) | BIT(SECOND_TRY) | BIT(SIXTH_ACTUATOR) |
         BIT(OVERCHARGE) | BIT(FINISHING_MOVE) | BIT(COPYCAT) | BOTH_AFTER_ROLL | BIT(FLIP_A_DIE) |
         BIT(SWITCH_ATTACK) | BIT(EXTRA_DIE) | BIT(EXTRA_REROLL) | BIT(ONE_DIE_ANY) | BIT(DAMAGE3_HEAL2) |
         BIT(TILE_FLIP) | BIT(TILE_ROLL),
     BOTH_BEFORE_DAMAGE, 0},
    {BIT(SHORT_CIRCUIT),
     BIT(STATIC_PULSE) | BIT(SYSTEM_CRASH) | BIT(SYMBOL_JAMMER) | BOTH_AFTER_ROLL | BIT(OPPONENT_REROLLS_DIE) |
         BIT(FORCE_REROLL),
     BIT(REACTIVE_PLATING) | BIT(BULWARK) | BOTH_BEFORE_DAMAGE, BIT(MAGNETIC_ANCHOR)},
};

/* Tiles by their kind, and what they do to the one who stands there. */
enum { ENERGY_STATION, HIGH_GROUND, LASER_TURRET, HOT_GRILL, THE_CENTER, TILE_KINDS };
static const int TILE_ATTACK[TILE_KINDS] = {0, -2, 2, 0, 0};
static const int TILE_DEFENSE[TILE_KINDS] = {0, 2, -2, 0, -2};
static const uint32_t TILE_EFFECT[TILE_KINDS] = {BIT(TILE_FLIP), 0, 0, BIT(TILE_ROLL), 0};

/* Control panels. Row k holds the bonuses for losing the k-th Structure die from the top; the last has none. */
enum { NOTHING, CARD, UPGRADE, ARMOR, POWER, CHARGE };

typedef struct {
  uint8_t symbol, upgrades_attack, hand_limit, armor_spaces, height;
  uint8_t damage[COMMANDS], malfunction[COMMANDS];
  uint8_t rows[ROWS][BONUSES];
  uint8_t charges[POWERS]; /* 0: not one of its powers */
} Panel;

#define AT(power) [power - CARDS] /* of a power that is used in windows */

static const Panel MAIN_SIDE[BOTS] = {
    {DIAMOND, 1, 3, 1, 4, {3, 5, 6, 8, 10, 12}, {3, 4, 4, 4, 5, 6},
     {{UPGRADE}, {POWER, CARD}, {ARMOR, CHARGE, POWER, UPGRADE}},
     {AT(FLIP_A_DIE) = 3, AT(DAMAGE3_HEAL2) = 1, AT(EXTRA_REROLL) = 2}},
    {PENTAGON, 1, 2, 1, 4, {2, 4, 6, 8, 9, 11}, {2, 3, 3, 4, 4, 5},
     {{POWER}, {UPGRADE, CARD, ARMOR}, {UPGRADE, POWER, CARD}},
     {AT(DAMAGE3_HEAL2) = 3, AT(EXTRA_REROLL) = 3, AT(SWITCH_ATTACK) = 2}},
    {CIRCLE, 0, 2, 2, 5, {1, 3, 4, 6, 8, 9}, {2, 3, 3, 4, 4, 4},
     {{ARMOR}, {CARD, POWER}, {ARMOR, CARD}, {UPGRADE, POWER}},
     {AT(OPPONENT_REROLLS_DIE) = 2, [PREVENT_4] = 1, AT(FLIP_A_DIE) = 2}},
    {CROSS, 0, 4, 2, 4, {2, 4, 6, 6, 8, 10}, {2, 2, 3, 3, 4, 5},
     {{ARMOR}, {CARD, POWER}, {ARMOR, CARD, UPGRADE}},
     {[PREVENT_4] = 2, AT(EXTRA_DIE) = 2, AT(DAMAGE3_HEAL2) = 1}},
    {SQUARE, 1, 5, 1, 4, {2, 4, 7, 8, 10, 12}, {2, 2, 2, 2, 4, 4},
     {{POWER, CARD}, {UPGRADE, CARD, POWER}, {POWER, UPGRADE, ARMOR, CHARGE}},
     {AT(ONE_DIE_ANY) = 4, AT(FORCE_REROLL) = 2, AT(OPPONENT_REROLLS_DIE) = 2}},
    {TRIANGLE, 0, 4, 2, 4, {2, 3, 5, 7, 8, 10}, {2, 2, 3, 3, 3, 3},
     {{ARMOR, CARD, CARD}, {UPGRADE, CARD, POWER}, {POWER, CHARGE, ARMOR, CARD}},
     {AT(FORCE_REROLL) = 3, [DRAW5_KEEP2] = 3, AT(SWITCH_ATTACK) = 2}},
};

static const Panel DUEL_SIDE[BOTS] = {
    {DIAMOND, 1, 3, 1, 4, {3, 4, 7, 9, 10, 12}, {2, 2, 3, 4, 5, 6},
     {{UPGRADE}, {POWER}, {CHARGE}}, {AT(FLIP_A_DIE) = 3, AT(DAMAGE3_HEAL2) = 1}},
    {PENTAGON, 1, 3, 1, 4, {2, 4, 6, 8, 9, 11}, {1, 2, 3, 4, 4, 5},
     {{UPGRADE}, {POWER}, {UPGRADE, POWER}}, {AT(DAMAGE3_HEAL2) = 2, AT(EXTRA_REROLL) = 2}},
    {CIRCLE, 0, 2, 2, 5, {2, 3, 4, 6, 8, 9}, {1, 2, 2, 3, 4, 4},
     {{ARMOR}, {UPGRADE}, {POWER}, {ARMOR}}, {[PREVENT_4] = 2, AT(OPPONENT_REROLLS_DIE) = 3}},
    {CROSS, 0, 3, 1, 5, {2, 3, 5, 7, 8, 10}, {1, 1, 2, 3, 4, 5},
     {{ARMOR}, {UPGRADE}, {POWER}, {POWER}}, {[PREVENT_4] = 2, AT(EXTRA_DIE) = 2}},
    {SQUARE, 1, 5, 1, 4, {2, 3, 7, 8, 10, 12}, {1, 1, 2, 2, 4, 4},
     {{POWER}, {POWER}, {UPGRADE}}, {AT(ONE_DIE_ANY) = 3, AT(FORCE_REROLL) = 2}},
    {TRIANGLE, 0, 6, 2, 5, {2, 3, 5, 7, 8, 10}, {1, 1, 1, 2, 2, 3},
     {{ARMOR}, {UPGRADE}, {POWER}, {POWER}}, {AT(FORCE_REROLL) = 4, AT(SWITCH_ATTACK) = 3}},
};

/* ---- The state */

typedef struct {
  const Panel *panel;
  int seat, name, tile; /* tile -1: destroyed */
  int height, top;
  int armor, armor_value[ARMOR_MAX]; /* oldest first */
  int upgrade;
  uint32_t powers, charged; /* sets of powers: unlocked, and those with charges left */
  int8_t charges[POWERS];
  uint32_t hand; /* the cards held, whatever their number */
  uint8_t held[CARDS];
  int cards;
  uint32_t ready; /* Target Locks by the seat they show */
} Bot;

static struct {
  bool duel;
  int players, start, winner, turns, free_dice, tiles;
  uint8_t kind[TILES];
  uint32_t near[TILES], occupied, outer; /* sets of tiles */
  int8_t at[TILES];
  uint32_t alive; /* seats */
  Bot bot[SEATS];
  int deck, discards;
  uint8_t deck_card[TECH_CARDS], discard_card[TECH_CARDS];
} g;

/* The attack under way. */
static struct {
  Bot *bot, *target;
  int loose[FACES], locked[FACES]; /* dice by face */
  int loose_dice, locked_dice;
  int held_back, discarded; /* by Short Circuit until the second roll; by Switch Attack */
  int command, rolls, max_rolls, bonus;
  bool slot_free, tile_used, failed, anchored; /* slot: the attacker's one effect for each roll */
} a;

/* ---- Statistics */

enum {
  CHOOSE_BOT, PLACE_BOT, START_OF_TURN, FIRST_MOVE, TARGET, TOKEN, WINDOW, DECLARE = WINDOW + WINDOWS, LOCK,
  SWITCH_TO, SWITCH_KEEP, DIE, SYMBOL, ROLL_AGAIN, PREVENT, PUSH, PUSH_TO, UNLOCK_POWER, CHARGE_POWER, KEEP,
  DISCARD, SECOND_MOVE, CENTER, KINDS
};
static const char *const KIND_NAME[KINDS] = {
    "choose_bot", "place_bot", "start_of_turn", "first_move", "target", "token", "before_first_roll", "after_roll",
    "before_damage", "after_damage", "command", "lock", "switch_to", "switch_keep", "die", "symbol", "roll_again",
    "prevent", "push", "push_to", "unlock_power", "charge", "keep", "discard", "second_move", "center"};

typedef struct {
  int64_t count, sum, squares;
} Row;

static Row turns, decisions[KINDS], all_decisions, wins[BOTS], success[COMMANDS], all_success, damages[COMMANDS],
    all_damage, malfunction_damage;
static int chosen[KINDS], last_options; /* in the game under way */

static inline void add(Row *row, int64_t number) {
  row->count++;
  row->sum += number;
  row->squares += number * number;
}

/* ---- Choices. Those of several are counted; a die and its new symbol are one choice. */

static inline int pick(int kind, int options) {
  if (kind == SYMBOL) {
    chosen[DIE] -= last_options > 1;
    chosen[SYMBOL] += last_options * options > 1;
  } else {
    chosen[kind] += options > 1;
  }
  last_options = options;
  return below(options);
}

static inline int nth_bit(uint32_t set, int n) {
  while (n-- > 0) set &= set - 1;
  return __builtin_ctz(set);
}

static inline int pick_of(int kind, uint32_t set) { return nth_bit(set, pick(kind, __builtin_popcount(set))); }

/* Picks one of a set, or -1 for none of it. */
static inline int pick_or_none(int kind, uint32_t set) {
  int n = pick(kind, __builtin_popcount(set) + 1);
  return n == 0 ? -1 : nth_bit(set, n - 1);
}

static inline int roll(void) { return below(FACES); }

/* ---- Tech cards */

static inline void take(Bot *bot, int card) {
  bot->hand |= BIT(card);
  bot->held[card]++;
  bot->cards++;
}

static inline void drop(Bot *bot, int card) {
  if (--bot->held[card] == 0) bot->hand &= ~BIT(card);
  bot->cards--;
  g.discard_card[g.discards++] = (uint8_t)card;
}

static void discard_to_limit(Bot *bot) {
  while (bot->cards > bot->panel->hand_limit) drop(bot, pick_of(DISCARD, bot->hand));
}

static int from_deck(void) {
  if (g.deck == 0) {
    memcpy(g.deck_card, g.discard_card, sizeof g.deck_card);
    g.deck = g.discards;
    g.discards = 0;
    if (g.deck == 0) return -1;
  }
  int n = below(g.deck), card = g.deck_card[n];
  g.deck_card[n] = g.deck_card[--g.deck];
  return card;
}

static void draw(Bot *bot) {
  int card = from_deck();
  if (card < 0) return;
  take(bot, card);
  discard_to_limit(bot);
}

static void draw_and_keep(Bot *bot, int count, int keep) {
  uint8_t copies[CARDS] = {0};
  uint32_t drawn = 0;
  int left = 0;
  for (int card; left < count && (card = from_deck()) >= 0; left++) {
    drawn |= BIT(card);
    copies[card]++;
  }
  for (; keep > 0 && left > 0; keep--, left--) {
    int card = pick_of(KEEP, drawn);
    if (--copies[card] == 0) drawn &= ~BIT(card);
    take(bot, card);
    discard_to_limit(bot);
  }
  for (; drawn; drawn &= drawn - 1)
    for (int card = __builtin_ctz(drawn); copies[card] > 0; copies[card]--)
      g.discard_card[g.discards++] = (uint8_t)card;
}

/* ---- Bots */

static inline uint32_t panel_powers(const Panel *panel) {
  uint32_t found = 0;
  for (int p = 0; p < POWERS; p++)
    if (panel->charges[p]) found |= BIT(p);
  return found;
}

static uint32_t chargeable(const Bot *bot) {
  uint32_t found = 0;
  for (uint32_t left = bot->charged; left; left &= left - 1) {
    int p = __builtin_ctz(left);
    if (bot->charges[p] < bot->panel->charges[p]) found |= BIT(p);
  }
  return found;
}

static inline void spend(Bot *bot, int power) {
  if (--bot->charges[power] == 0) bot->charged &= ~BIT(power);
}

static inline bool can_take_armor(const Bot *bot) {
  return g.free_dice > 0 && bot->armor < bot->panel->armor_spaces;
}

static inline void heal(Bot *bot, int amount) {
  bot->top += amount;
  if (bot->top > 6) bot->top = 6;
}

/* Gives one bonus, or nothing if there is no place or no die for it. */
static void grant(Bot *bot, int bonus) {
  switch (bonus) {
    case CARD:
      draw(bot);
      break;
    case UPGRADE:
      if (bot->upgrade == 0) {
        if (g.free_dice) bot->upgrade = 1, g.free_dice--;
      } else if (bot->upgrade < UPGRADE_MAX) {
        bot->upgrade++;
      }
      break;
    case ARMOR:
      if (can_take_armor(bot)) bot->armor_value[bot->armor++] = roll() + 1, g.free_dice--;
      break;
    case POWER: {
      uint32_t locked = panel_powers(bot->panel) & ~bot->powers;
      if (locked && g.free_dice) {
        int power = pick_of(UNLOCK_POWER, locked);
        bot->powers |= BIT(power);
        bot->charged |= BIT(power);
        bot->charges[power] = (int8_t)bot->panel->charges[power];
        g.free_dice--;
      }
      break;
    }
    case CHARGE: {
      uint32_t powers = chargeable(bot);
      if (powers) bot->charges[pick_of(CHARGE_POWER, powers)]++;
      break;
    }
  }
}

static inline void put(Bot *bot, int tile) {
  if (bot->tile >= 0 && g.at[bot->tile] == bot->seat) {
    g.at[bot->tile] = -1;
    g.occupied &= ~BIT(bot->tile);
  }
  bot->tile = tile;
  g.at[tile] = (int8_t)bot->seat;
  g.occupied |= BIT(tile);
}

static inline void reset_locks(Bot *bot) {
  if (!bot->ready) bot->ready = g.alive & ~BIT(bot->seat);
}

static int dice_of(const Bot *bot) {
  return bot->height + bot->armor + __builtin_popcount(bot->powers) + (bot->upgrade > 0);
}

static void destroy(Bot *bot) {
  g.at[bot->tile] = -1;
  g.occupied &= ~BIT(bot->tile);
  bot->tile = -1;
  g.free_dice += dice_of(bot);
  bot->armor = bot->upgrade = 0;
  bot->powers = bot->charged = 0;
  while (bot->hand) drop(bot, __builtin_ctz(bot->hand));
  g.alive &= ~BIT(bot->seat);
  for (uint32_t left = g.alive; left; left &= left - 1) {
    Bot *other = &g.bot[__builtin_ctz(left)];
    other->ready &= ~BIT(bot->seat);
    reset_locks(other);
  }
  if ((g.alive & (g.alive - 1)) == 0) g.winner = __builtin_ctz(g.alive);
}

/* Deals damage: prevention, Armor, Structure, and after the whole hit death or the bonuses. */
static void hit(Bot *bot, int damage) {
  while (damage > 0 && bot->charged & BIT(PREVENT_4) && pick(PREVENT, 2) == 0) {
    spend(bot, PREVENT_4);
    damage -= 4;
  }
  while (damage > 0 && bot->armor) {
    int value = bot->armor_value[0];
    if (damage < value) {
      bot->armor_value[0] -= damage;
    } else {
      bot->armor_value[0] = bot->armor_value[1];
      bot->armor--;
      g.free_dice++;
    }
    damage -= value;
  }
  int row = bot->panel->height - bot->height;
  while (damage > 0 && bot->height) {
    int value = bot->top;
    if (damage < value) {
      bot->top -= damage;
    } else {
      bot->height--;
      bot->top = 6;
      g.free_dice++;
    }
    damage -= value;
  }
  if (!bot->height) {
    destroy(bot);
    return;
  }
  for (; row < bot->panel->height - bot->height; row++)
    for (int k = 0; k < BONUSES && bot->panel->rows[row][k]; k++) grant(bot, bot->panel->rows[row][k]);
}

/* ---- Windows and effects */

static inline uint32_t faces_of(const int *dice) {
  uint32_t found = 0;
  for (int face = 0; face < FACES; face++) found |= (uint32_t)(dice[face] > 0) << face;
  return found;
}

/* The faces of which one more die can be part of the Command together with the locked ones. */
static uint32_t fitting(int command, int own) {
  uint32_t here = 0, once = 0, twice = 0, thrice = 0;
  for (int face = 0; face < FACES; face++) {
    int n = a.locked[face];
    here |= (uint32_t)(n > 0) << face;
    once |= (uint32_t)(n == 1) << face;
    twice |= (uint32_t)(n == 2) << face;
    thrice |= (uint32_t)(n == 3) << face;
  }
  const uint32_t every = BIT(FACES) - 1;
  uint32_t another = __builtin_popcount(here) < 2 ? ~here & every : 0;
  switch (command) {
    case FIVE_DIFFERENT:
      return every & ~here & ~BIT(own);
    case TWO_PAIRS:
      return once | another;
    case FULL_HOUSE:
      return once | another | (thrice ? 0 : twice);
    default:
      if (a.locked_dice >= SIZE[command]) return 0;
      return a.locked_dice ? (here & (here - 1) ? 0 : here) : every;
  }
}

static inline int dice_in_attack(void) { return a.loose_dice + a.locked_dice + a.held_back + a.discarded; }

static uint32_t usable(const Bot *bot, int role, int window, bool power_free) {
  uint32_t things = bot->hand;
  if (window == AFTER_ROLL) {
    if (power_free) things |= (bot->charged & (BIT(DRAW5_KEEP2) - 1)) << CARDS;
    if (role == ATTACKER && !a.tile_used) things |= TILE_EFFECT[g.kind[bot->tile]];
  }
  things &= PLAYABLE[role][window];
  if (!things) return 0;
  int own = bot->panel->symbol;
  if (a.failed)
    things &= ~(BIT(OVERCHARGE) | BIT(FINISHING_MOVE) | BIT(REACTIVE_PLATING) | BIT(BULWARK) | BIT(CALIBRATION));
  if (a.rolls > 1) things &= ~BIT(SIXTH_ACTUATOR);
  else things &= ~BIT(SWITCH_ATTACK);
  if (a.rolls < a.max_rolls) things &= ~BIT(FINISHING_MOVE);
  if (a.loose_dice <= a.loose[own]) things &= ~(BIT(TARGETING_SOLUTION) | BIT(SIGNATURE_MOVE));
  if (!a.loose[own]) things &= ~(BIT(SYMBOL_JAMMER) | BIT(SYMBOL_SYNC));
  if (dice_in_attack() >= COMMAND_DICE) things &= ~(BIT(SIXTH_ACTUATOR) | BIT(EXTRA_DIE));
  if (a.max_rolls >= 4) things &= ~(BIT(EXTRA_REROLL) | BIT(TILE_ROLL));
  if (things & BIT(COPYCAT)) {
    uint32_t shown = faces_of(a.loose) | faces_of(a.locked);
    if (!(shown & (shown - 1))) things &= ~BIT(COPYCAT);
  }
  if (bot->top >= 6) things &= ~BIT(EMERGENCY_WELD);
  if (things & BIT(POWER_CELL) && !chargeable(bot)) things &= ~BIT(POWER_CELL);
  if (things & BIT(SPARE_PLATE) && !can_take_armor(bot)) things &= ~BIT(SPARE_PLATE);
  return things;
}

static inline void show(int face) {
  a.loose[face]++;
  a.loose_dice++;
}

static inline void lift(int face) {
  a.loose[face]--;
  a.loose_dice--;
}

/* Picks a loose die by its face and lifts it. */
static inline int take_die(uint32_t faces) {
  int face = pick_of(DIE, faces);
  lift(face);
  return face;
}

/* Locks dice from a source, one at a time; gives how many. */
static int lock(int *source, bool compulsory, int kind) {
  int own = a.bot->panel->symbol, locked = 0;
  for (;; compulsory = false) {
    uint32_t faces = faces_of(source) & fitting(a.command, own);
    if (!faces) return locked;
    int face = compulsory ? pick_of(kind, faces) : pick_or_none(kind, faces);
    if (face < 0) return locked;
    source[face]--;
    a.locked[face]++;
    a.locked_dice++;
    locked++;
  }
}

static void switch_command(void) {
  int before[FACES], dice = a.locked_dice;
  a.command = pick_of(SWITCH_TO, (BIT(COMMANDS) - 1) & ~BIT(a.command));
  memcpy(before, a.locked, sizeof before);
  memset(a.locked, 0, sizeof a.locked);
  a.locked_dice = 0;
  a.discarded += dice - lock(before, false, SWITCH_KEEP);
}

static void roll_loose(int count) {
  memset(a.loose, 0, sizeof a.loose);
  a.loose_dice = 0;
  while (count-- > 0) show(roll());
}

static void use(Bot *bot, int thing) {
  int own = bot->panel->symbol, face, taken = 0;
  if (thing < CARDS) drop(bot, thing);
  else if (thing < TILE_FLIP) spend(bot, thing - CARDS);
  else a.tile_used = true;
  switch (thing) {
    case SERVO_FLIP: case FLIP_SWITCH: case FLIP_A_DIE: case TILE_FLIP:
      show(FACES - 1 - take_die(faces_of(a.loose)));
      break;
    case SYMBOL_JAMMER:
      show(FACES - 1 - take_die(BIT(own)));
      break;
    case ONE_DIE_ANY: case SYMBOL_SYNC:
      face = take_die(thing == SYMBOL_SYNC ? BIT(own) : faces_of(a.loose));
      show(pick_of(SYMBOL, (BIT(FACES) - 1) & ~BIT(face)));
      break;
    case TARGETING_SOLUTION: case SIGNATURE_MOVE:
      for (int n = thing == SIGNATURE_MOVE ? 2 : 1; n > 0; n--) {
        uint32_t faces = faces_of(a.loose) & ~BIT(own);
        if (faces) take_die(faces), show(own);
      }
      break;
    case COPYCAT:
      face = take_die(faces_of(a.loose));
      show(pick_of(SYMBOL, (faces_of(a.loose) | faces_of(a.locked)) & ~BIT(face)));
      break;
    case STATIC_PULSE: case INTERFERENCE: case OPPONENT_REROLLS_DIE:
      take_die(faces_of(a.loose));
      show(roll());
      break;
    case SYSTEM_CRASH: case FORCE_REROLL:
      roll_loose(a.loose_dice);
      break;
    case SECOND_TRY:
      while (a.loose_dice && (face = pick_or_none(DIE, faces_of(a.loose))) >= 0) lift(face), taken++;
      while (taken-- > 0) show(roll());
      break;
    case SIXTH_ACTUATOR: case EXTRA_DIE:
      show(roll());
      break;
    case EXTRA_REROLL: case TILE_ROLL:
      a.max_rolls++;
      break;
    case SWITCH_ATTACK:
      switch_command();
      break;
    case SHORT_CIRCUIT:
      a.held_back++;
      break;
    case OVERCHARGE:
      a.bonus += 2;
      break;
    case FINISHING_MOVE:
      a.bonus += 3;
      break;
    case REACTIVE_PLATING:
      a.bonus -= 2;
      break;
    case BULWARK:
      a.bonus -= 4;
      break;
    case CALIBRATION:
      a.bonus += bot == a.bot ? 1 : -1;
      break;
    case DAMAGE3_HEAL2:
      a.bonus += 3;
      heal(bot, 2);
      break;
    case EMERGENCY_WELD:
      heal(bot, 2);
      break;
    case POWER_CELL:
      grant(bot, CHARGE);
      break;
    case SPARE_PLATE:
      grant(bot, ARMOR);
      break;
    case MAGNETIC_ANCHOR:
      a.anchored = true;
      break;
  }
}

/* Lets the defender, then the attacker use what can be used now. */
static void window(int when) {
  bool power_free = true;
  uint32_t things;
  while ((things = usable(a.target, DEFENDER, when, power_free))) {
    int thing = pick_or_none(WINDOW + when, things);
    if (thing < 0) break;
    if (thing >= CARDS) power_free = false;
    use(a.target, thing);
  }
  if (a.slot_free && (things = usable(a.bot, ATTACKER, when, true))) {
    int thing = pick_or_none(WINDOW + when, things);
    if (thing >= 0) {
      a.slot_free = false;
      use(a.bot, thing);
    }
  }
}

/* ---- The attack */

static void create_command(void) {
  for (;;) {
    if (a.rolls == 0) {
      roll_loose(5 - a.held_back);
    } else {
      int count = a.loose_dice + a.held_back;
      a.held_back = 0;
      roll_loose(count);
    }
    a.rolls++;
    a.slot_free = true;
    assert(a.loose_dice > 0 && dice_in_attack() <= COMMAND_DICE);
    window(AFTER_ROLL);
    if (a.rolls == 1) {
      uint32_t faces = faces_of(a.loose), commands = 0;
      for (int c = 0; c < COMMANDS; c++)
        if (faces & fitting(c, a.bot->panel->symbol)) commands |= BIT(c);
      a.command = pick_of(DECLARE, commands);
    }
    a.loose_dice -= lock(a.loose, a.rolls == 1, LOCK);
    if (a.rolls == a.max_rolls || !(a.loose_dice || a.held_back)) return;
    if (pick(ROLL_AGAIN, 2) == 1) return;
  }
}

static void resolve(void) {
  Bot *bot = a.bot, *target = a.target;
  a.failed = a.locked_dice != SIZE[a.command];
  window(BEFORE_DAMAGE);
  int command = a.command;
  add(&success[command], !a.failed);
  add(&all_success, !a.failed);
  if (a.failed) {
    int damage = bot->panel->malfunction[command];
    add(&malfunction_damage, damage);
    hit(bot, damage);
    return;
  }
  int damage = bot->panel->damage[command] + a.bonus + TILE_ATTACK[g.kind[bot->tile]] -
               TILE_DEFENSE[g.kind[target->tile]];
  if (bot->panel->upgrades_attack) damage += bot->upgrade;
  if (!target->panel->upgrades_attack) damage -= target->upgrade;
  if (damage < 0) damage = 0;
  add(&damages[command], damage);
  add(&all_damage, damage);
  hit(target, damage);
  if (g.winner >= 0) return;
  if (target->tile < 0) {
    draw(bot);
  } else {
    window(AFTER_DAMAGE);
    if (!a.anchored && pick(PUSH, 2) == 0) {
      int tile = target->tile;
      put(bot, tile);
      put(target, pick_of(PUSH_TO, g.near[tile] & ~g.occupied));
    }
  }
  for (int n = COMMAND_CARDS[command]; n > 0; n--) draw(bot);
}

static void attack(Bot *bot) {
  uint32_t seats = 0;
  for (uint32_t tiles = g.near[bot->tile] & g.occupied; tiles; tiles &= tiles - 1)
    seats |= BIT(g.at[__builtin_ctz(tiles)]);
  if (!seats) return;
  int target = pick_of(TARGET, seats & bot->ready ? seats & bot->ready : seats), token = target;
  if (!(bot->ready & BIT(token))) token = pick_of(TOKEN, bot->ready);
  bot->ready &= ~BIT(token);
  memset(&a, 0, sizeof a);
  a.bot = bot;
  a.target = &g.bot[target];
  a.command = -1;
  a.max_rolls = 3;
  window(BEFORE_FIRST_ROLL);
  create_command();
  resolve();
  reset_locks(bot);
}

/* ---- The turn and the game */

static inline uint32_t reachable(const Bot *bot) { return BIT(bot->tile) | (g.near[bot->tile] & ~g.occupied); }

static uint32_t beside(uint32_t seats) {
  uint32_t tiles = 0;
  for (; seats; seats &= seats - 1) tiles |= g.near[g.bot[__builtin_ctz(seats)].tile];
  return tiles;
}

static void first_move(Bot *bot) {
  uint32_t here = reachable(bot), tiles = here & beside(bot->ready & g.alive);
  if (!tiles) tiles = here & beside(g.alive & ~BIT(bot->seat));
  put(bot, pick_of(FIRST_MOVE, tiles ? tiles : here));
}

static void turn(Bot *bot) {
  g.turns++;
  while (bot->charged & BIT(DRAW5_KEEP2) && g.deck + g.discards && pick(START_OF_TURN, 2) == 1) {
    spend(bot, DRAW5_KEEP2);
    draw_and_keep(bot, 5, 2);
  }
  int before = bot->tile;
  first_move(bot);
  attack(bot);
  if (g.winner >= 0 || bot->tile < 0) return;
  if (bot->tile == before) put(bot, pick_of(SECOND_MOVE, reachable(bot)));
  if (g.kind[bot->tile] == THE_CENTER && g.deck + g.discards && pick(CENTER, 2) == 0) draw_and_keep(bot, 3, 1);
}

static void shuffled(int *numbers, int count) {
  for (int i = 0; i < count; i++) numbers[i] = i;
  for (int i = count - 1; i > 0; i--) {
    int k = below(i + 1), kept = numbers[i];
    numbers[i] = numbers[k];
    numbers[k] = kept;
  }
}

static void lay_out(void) {
  int corners[4], edges[4], side = g.duel ? 2 : 3;
  static const int corner_at[4] = {0, 2, 6, 8}, edge_at[4] = {1, 3, 5, 7};
  shuffled(corners, 4);
  shuffled(edges, 4);
  g.tiles = side * side;
  for (int i = 0; i < 4; i++) {
    if (g.duel) {
      g.kind[i] = (uint8_t)corners[i];
    } else {
      g.kind[corner_at[i]] = (uint8_t)corners[i];
      g.kind[edge_at[i]] = (uint8_t)edges[i];
    }
  }
  g.outer = BIT(g.tiles) - 1;
  if (!g.duel) {
    g.kind[4] = THE_CENTER;
    g.outer &= ~BIT(4);
  }
  for (int i = 0; i < g.tiles; i++) {
    g.near[i] = 0;
    for (int j = 0; j < g.tiles; j++)
      if (i != j && abs(i % side - j % side) <= 1 && abs(i / side - j / side) <= 1) g.near[i] |= BIT(j);
  }
}

static void set_up(void) {
  lay_out();
  memset(g.at, -1, sizeof g.at);
  g.occupied = 0;
  g.deck = g.discards = 0;
  if (!g.duel)
    for (int card = 0; card < CARDS; card++)
      for (int n = COPIES[card]; n > 0; n--) g.deck_card[g.deck++] = (uint8_t)card;
  g.start = below(g.players);
  g.winner = -1;
  g.turns = 0;
  g.alive = BIT(g.players) - 1;
  g.free_dice = STRUCTURE_DICE;
  uint32_t free_bots = BIT(BOTS) - 1;
  for (int i = 0; i < g.players; i++) {
    Bot *bot = &g.bot[(g.start + i) % g.players];
    memset(bot, 0, sizeof *bot);
    bot->seat = (g.start + i) % g.players;
    bot->name = pick_of(CHOOSE_BOT, free_bots);
    free_bots &= ~BIT(bot->name);
    bot->panel = g.duel ? &DUEL_SIDE[bot->name] : &MAIN_SIDE[bot->name];
    bot->height = bot->panel->height;
    bot->top = 6;
    bot->tile = -1;
    bot->ready = g.alive & ~BIT(bot->seat);
    g.free_dice -= bot->height;
  }
  for (int i = 0; i < g.players; i++)
    put(&g.bot[(g.start + i) % g.players], pick_of(PLACE_BOT, g.outer & ~g.occupied));
}

/* No Structure die and no Tech card is ever lost or made. */
static bool conserved(void) {
  int dice = g.free_dice, cards = g.deck + g.discards;
  for (int seat = 0; seat < g.players; seat++) dice += dice_of(&g.bot[seat]), cards += g.bot[seat].cards;
  return g.free_dice >= 0 && dice == STRUCTURE_DICE && cards == (g.duel ? 0 : TECH_CARDS);
}

static void play(void) {
  memset(chosen, 0, sizeof chosen);
  set_up();
  for (int seat = g.start; g.winner < 0 && g.turns < TURN_LIMIT; seat = seat + 1 == g.players ? 0 : seat + 1) {
    if (g.bot[seat].tile >= 0) turn(&g.bot[seat]);
    assert(conserved());
  }
  add(&turns, g.turns);
  int all = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    add(&decisions[kind], chosen[kind]);
    all += chosen[kind];
  }
  add(&all_decisions, all);
  for (int seat = 0; seat < g.players; seat++) add(&wins[g.bot[seat].name], seat == g.winner);
}

/* ---- Output */

static void print_row(const char *what, const char *which, const Row *row) {
  if (row->count)
    printf(",\n    \"%s%s\": [%" PRId64 ", %" PRId64 ", %" PRId64 "]", what, which, row->count, row->sum,
           row->squares);
}

static void print_rows(const char *what, const char *const *names, const Row *rows, int count) {
  for (int i = 0; i < count; i++) print_row(what, names[i], &rows[i]);
}

static void print_numbers(const char *what, const uint8_t *numbers, int count) {
  printf(", \"%s\": [", what);
  for (int i = 0; i < count; i++) printf("%s%d", i ? ", " : "", numbers[i]);
  printf("]");
}

/* Prints the tables of this program, so that they can be compared with those of another. */
static void print_components(void) {
  for (int side = 0; side < 2; side++) {
    printf("%s\"%s\": [", side ? ", " : "{", side ? "duel" : "main");
    for (int bot = 0; bot < BOTS; bot++) {
      const Panel *panel = side ? &DUEL_SIDE[bot] : &MAIN_SIDE[bot];
      printf("%s\n  {\"name\": \"%s\"", bot ? "," : "", BOT_NAME[bot]);
      const uint8_t numbers[] = {panel->symbol, panel->upgrades_attack, panel->hand_limit, panel->armor_spaces};
      print_numbers("numbers", numbers, 4);
      print_numbers("damage", panel->damage, COMMANDS);
      print_numbers("malfunction", panel->malfunction, COMMANDS);
      print_numbers("charges", panel->charges, POWERS);
      print_numbers("bonuses", &panel->rows[0][0], BONUSES * panel->height);
      printf("}");
    }
    printf("]");
  }
  printf(", \"copies\": [");
  for (int card = 0; card < CARDS; card++) printf("%s%d", card ? ", " : "", COPIES[card]);
  printf("]}\n");
}

int main(int count, char **words) {
  long games = 1000;
  uint64_t seeds = 1;
  g.players = 4;
  for (int i = 1; i < count; i++) {
    if (!strcmp(words[i], "--components")) {
      print_components();
      return 0;
    }
    if (!strcmp(words[i], "--duel")) g.duel = true;
    else if (!strcmp(words[i], "--games") && i + 1 < count) games = atol(words[++i]);
    else if (!strcmp(words[i], "--players") && i + 1 < count) g.players = atoi(words[++i]);
    else if (!strcmp(words[i], "--seed") && i + 1 < count) seeds = strtoull(words[++i], NULL, 10);
    else games = 0;
  }
  if (g.duel) g.players = 2;
  if (games < 1 || g.players < 2 || g.players > SEATS) {
    fprintf(stderr, "usage: plain_gekido [--games N] [--players 2..4] [--duel] [--seed N] | --components\n");
    return 2;
  }
  clock_t began = clock();
  for (long i = 0; i < games; i++) {
    seed_game(&seeds);
    play();
  }
  double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  printf("{\n  \"games\": %ld,\n  \"players\": %d,\n  \"duel\": %s,\n  \"seconds\": %.6f,\n  \"rows\": {\n", games,
         g.players, g.duel ? "true" : "false", seconds);
  printf("    \"turns\": [%" PRId64 ", %" PRId64 ", %" PRId64 "]", turns.count, turns.sum, turns.squares);
  print_row("decisions, ", "all", &all_decisions);
  print_rows("decisions ", KIND_NAME, decisions, KINDS);
  print_rows("wins ", BOT_NAME, wins, BOTS);
  print_row("success, ", "all", &all_success);
  print_rows("success ", COMMAND_NAME, success, COMMANDS);
  print_row("damage, ", "all", &all_damage);
  print_rows("damage ", COMMAND_NAME, damages, COMMANDS);
  print_row("malfunction ", "damage", &malfunction_damage);
  printf("\n  }\n}\n");
  return 0;
}
