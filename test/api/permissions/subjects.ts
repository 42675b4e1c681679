/** All kinds of callers with regard to the owner's account. */
export const subjects = [
  'owner',
  /** Accounts that hold only this permission on the owner's account. */
  'view',
  'upload',
  'note',
  'follow',
  'custodian',
  /** Works in a clinic that has the owner as a patient, and may view the owner's account. */
  'clinic',
  /** Formerly held all permissions. */
  'former',
  /** Shares everything with the owner, who shares nothing in return. */
  'reverse',
  'stranger',
  /** Works in a clinic unrelated to the owner. */
  'member',
  'administrator',
  /** Has the role that opens the administration of the service. */
  'serviceAdministrator',
  /** A trusted server. */
  'server',
  /** Anonymous. */
  'nobody',
] as const;

export type Subject = (typeof subjects)[number];

/** Sets of permitted subjects, by the names of the rules. */
export const letIn = {
  anyone: subjects,
  anyCaller: subjects.filter((subject) => subject !== 'nobody'),
  anyUser: subjects.filter((subject) => subject !== 'nobody' && subject !== 'server'),
  /**
   * No subject of this test, because it requires another kind of token, such as a restricted one or that of a service
   * account.
   */
  noneOfThese: [],
  trustedServer: ['server'],
  owner: ['owner'],
  ownerOrServer: ['owner', 'server'],
  /** Accounts that manage another one. */
  custodianOrServer: ['custodian', 'server'],
  managers: ['owner', 'custodian', 'server'],
  /** Holders of any permission. */
  holders: ['owner', 'view', 'upload', 'note', 'follow', 'custodian', 'clinic', 'server'],
  /** Holders, and those who share in the other direction. */
  related: ['owner', 'view', 'upload', 'note', 'follow', 'custodian', 'clinic', 'reverse', 'server'],
  viewers: ['owner', 'view', 'clinic', 'server'],
  uploaders: ['owner', 'upload', 'server'],
  uploadersAndManagers: ['owner', 'upload', 'custodian', 'server'],
  viewersUploadersAndManagers: ['owner', 'view', 'upload', 'custodian', 'clinic', 'server'],
  noteKeepers: ['owner', 'note'],
  /** Followers for themselves; servers on their behalf. */
  followers: ['follow', 'server'],
  /** Members of the clinic. */
  colleagues: ['member', 'administrator'],
  colleaguesOrServer: ['member', 'administrator', 'server'],
  ownerColleaguesOrServer: ['owner', 'member', 'administrator', 'server'],
  administrator: ['administrator'],
  serviceAdministrator: ['serviceAdministrator'],
  administratorOrServer: ['administrator', 'server'],
  ownerOrAdministrator: ['owner', 'administrator'],
} as const satisfies Record<string, readonly Subject[]>;

export type LetIn = keyof typeof letIn;
