/** Names of the service tiers. */
const names: Readonly<Record<string, string>> = {
  tier0100: 'Free',
  tier0200: 'Standard',
  tier0300: 'Premium',
  tier0400: 'Enterprise',
};

/** The name of a tier; empty for one that has none. */
export const tierDescription = (tier: string): string => names[tier] ?? '';
