/** Service tiers that can be set, and their names. */
const names = {
  tier0100: 'Free',
  tier0200: 'Standard',
  tier0300: 'Premium',
  tier0400: 'Enterprise',
} as const;

export type Tier = keyof typeof names;

export const tiers = Object.keys(names) as Tier[];

/** The name of a tier; empty if it is unknown. */
export const tierDescription = (tier: string): string =>
  Object.hasOwn(names, tier) ? names[tier as Tier] : '';
