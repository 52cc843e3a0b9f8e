/** The places that the first field types could not express, and what they are now. */
export const warframePlaces = `
  warframe name: a text in one language, and a file with the others -> localised-text
  warframe description: a text in one language, and a file with the others -> localised-text
  warframe passiveDescription: a text in one language, and a file with the others -> localised-text
  warframe abilities.name: a text in one language, and a file with the others -> localised-text
  warframe abilities.description: a text in one language, and a file with the others -> localised-text
  weapon name: a text in one language, and a file with the others -> localised-text
  weapon description: a text in one language, and a file with the others -> localised-text
  relic name: a text in one language, and a file with the others -> localised-text
  relic description: a text in one language, and a file with the others -> localised-text
  mod name: a text in one language, and a file with the others -> localised-text
  node name: a text in one language, and a file with the others -> localised-text
  warframe components.description: a text on one line -> long-text
  warframe type: a text -> choice
  warframe sex: a text -> choice
  warframe aura: a text -> choice
  warframe productCategory: a text -> choice
  warframe components.type: a text -> choice
  warframe components.drops.rarity: a text -> choice
  warframe drops.rarity: a text -> choice
  warframe polarities: rows of one text -> text-list
  warframe exalted: rows of one text -> text-list
  warframe introduced.aliases: rows of one text -> text-list
  warframe introduced.date: a text -> date-time
  warframe releaseDate: a text -> date-time
  warframe vaultDate: a text -> date-time
  warframe estimatedVaultDate: a text -> date-time
  weapon type: a text -> choice
  weapon tags: rows of one text -> choices
  weapon trigger: a text -> choice
  weapon noise: a text -> choice
  weapon stancePolarity: a text -> choice
  weapon productCategory: a text -> choice
  weapon attacks.type: fields of shots and of swings in each row -> row-type
  weapon attacks.shot: fields that melee weapons had to leave empty -> shape
  weapon attacks.shot.shot_type: a text -> choice
  weapon attacks.swing: fields that only melee weapons have -> shape
  weapon drops.rarity: a text -> choice
  weapon polarities: rows of one text -> text-list
  weapon parents: rows of one text -> text-list
  weapon introduced.aliases: rows of one text -> text-list
  weapon damagePerShot: rows of one float -> number-list
  weapon introduced.date: a text -> date-time
  weapon releaseDate: a text -> date-time
  weapon vaultDate: a text -> date-time
  weapon estimatedVaultDate: a text -> date-time
  mod description: a text on one line -> long-text
  mod type: a text -> choice
  mod rarity: a text -> choice
  mod polarity: a text -> choice
  mod compatName: a text -> choice
  mod upgradeEntries.tag: a text -> choice
  mod drops.source: a text -> mixed-item-link
  mod drops.rarity: a text -> choice
  mod levelStats.stats: rows of one text in rows -> text-list
  mod stats: rows of one text -> text-list
  mod introduced.aliases: rows of one text -> text-list
  mod modSetValues: rows of one float -> number-list
  mod introduced.date: a text -> date-time
  mod releaseDate: a text -> date-time
  relic type: a text -> choice
  relic rewards.rarity: a text -> choice
  relic rewards.chance: floats whose sum nobody checked -> weight
  enemy description: a text on one line -> long-text
  enemy type: a text -> choice
  enemy faction: a text -> choice
  enemy resistances.type: a text -> choice
  enemy resistances.affectors.element: a text -> choice
  enemy drops.type: a text -> choice
  enemy drops.rarity: a text -> choice
  enemy drops.rotation: a text -> choice
  node type: a text -> choice
  node systemName: a text -> choice
`;
