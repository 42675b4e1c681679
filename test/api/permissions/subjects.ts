/** Everybody who could ask something about the account of the owner. */
export const subjects = [
  'owner',
  /** Accounts that hold this one permission on the owner's account. */
  'view',
  'upload',
  'note',
  'follow',
  'custodian',
  /** Works in a clinic of which the owner is a patient, and which may view the owner's account. */
  'clinic',
  /** Held all permissions once. */
  'former',
  /** Shares everything with the owner, who shares nothing with them. */
  'reverse',
  'stranger',
  /** Work in a clinic that the owner has nothing to do with. */
  'member',
  'administrator',
  /** A trusted server. */
  'server',
  /** Without a token. */
  'nobody',
] as const;

export type Subject = (typeof subjects)[number];

/** Sets of subjects that are let in, by the names that the rules have. */
export const letIn = {
  anyone: subjects,
  anyCaller: subjects.filter((subject) => subject !== 'nobody'),
  anyUser: subjects.filter((subject) => subject !== 'nobody' && subject !== 'server'),
  /** No subject of this test: it takes another kind of token, such as a restricted one or that of a service account. */
  noneOfThese: [],
  trustedServer: ['server'],
  owner: ['owner'],
  ownerOrServer: ['owner', 'server'],
  /** Whoever manages the account of somebody else. */
  custodianOrServer: ['custodian', 'server'],
  managers: ['owner', 'custodian', 'server'],
  /** Whoever holds any permission. */
  holders: ['owner', 'view', 'upload', 'note', 'follow', 'custodian', 'clinic', 'server'],
  /** Holders, and those in the other direction. */
  related: ['owner', 'view', 'upload', 'note', 'follow', 'custodian', 'clinic', 'reverse', 'server'],
  viewers: ['owner', 'view', 'clinic', 'server'],
  uploaders: ['owner', 'upload', 'server'],
  uploadersAndManagers: ['owner', 'upload', 'custodian', 'server'],
  viewersUploadersAndManagers: ['owner', 'view', 'upload', 'custodian', 'clinic', 'server'],
  noteKeepers: ['owner', 'note'],
  /** Whoever follows, for themselves; servers for whoever follows. */
  followers: ['follow', 'server'],
  /** Whoever works in the clinic. */
  colleagues: ['member', 'administrator'],
  colleaguesOrServer: ['member', 'administrator', 'server'],
  ownerColleaguesOrServer: ['owner', 'member', 'administrator', 'server'],
  administrator: ['administrator'],
  administratorOrServer: ['administrator', 'server'],
  ownerOrAdministrator: ['owner', 'administrator'],
} as const satisfies Record<string, readonly Subject[]>;

export type LetIn = keyof typeof letIn;
