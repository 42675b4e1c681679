/** What the explorer knows of the person who has logged in. */
export interface Viewer {
  userId: string;
  /** A clinic that they work in, and a patient there. */
  clinic?: { id: string; name: string; patientId?: string };
  /** Whether the account is that of a person with diabetes. */
  hasData: boolean;
  /** Somebody who shares data with them. */
  followed?: { userId: string; name: string };
}

/** An example: a query, and variables with the person's own ids. */
export interface Example {
  title: string;
  query: string;
  variables: Record<string, string>;
}

/** Asks for what `viewerIn` reads. */
export const viewerQuery = `query Viewer {
  me {
    id
    profile { patient { birthday } }
    dataSets(first: 1) { edges { node { id } } }
    clinics(first: 1) {
      edges { node { clinic { id name patients(first: 1) { edges { node { userId } } } } } }
    }
    sharesReceived(first: 1) {
      edges { node { ownerId owner { profile { displayName } } } }
    }
  }
}`;

interface Edges<Node> {
  edges: { node: Node }[];
}

/** The answer to `viewerQuery`; whatever was refused is null. */
export interface ViewerAnswer {
  me: {
    id: string;
    profile: { patient: object | null } | null;
    dataSets: Edges<object> | null;
    clinics: Edges<{
      clinic: { id: string; name: string; patients: Edges<{ userId: string }> | null } | null;
    }> | null;
    sharesReceived: Edges<{
      ownerId: string;
      owner: { profile: { displayName: string | null } | null } | null;
    }> | null;
  } | null;
}

const firstOf = <Node>(list: Edges<Node> | null | undefined): Node | undefined => list?.edges[0]?.node;

/** Reads the answer to `viewerQuery`; undefined if it has no account. */
export function viewerIn({ me }: ViewerAnswer): Viewer | undefined {
  if (!me) return undefined;
  const clinic = firstOf(me.clinics)?.clinic;
  const share = firstOf(me.sharesReceived);
  return {
    userId: me.id,
    hasData: Boolean(me.profile?.patient) || firstOf(me.dataSets) !== undefined,
    ...(clinic && {
      clinic: { id: clinic.id, name: clinic.name, patientId: firstOf(clinic.patients)?.userId },
    }),
    ...(share && {
      followed: { userId: share.ownerId, name: share.owner?.profile?.displayName ?? share.ownerId },
    }),
  };
}

const day = 86_400_000;

const belowTarget = `# Patients with less than 70 % of time in range,
# lowest first, with tags and the last upload.
query BelowTarget($clinicId: ID!) {
  clinic(id: $clinicId) {
    patients(first: 50, filter: { timeInTarget: { lt: 0.7 } }, sort: { by: TIME_IN_TARGET }) {
      edges {
        node {
          fullName
          tags {
            name
          }
          summary(period: DAYS_14) {
            dates {
              lastUploadDate
            }
            periods {
              inTarget {
                share
              }
            }
          }
        }
      }
    }
  }
}
`;

const notUploaded = `# Patients whose last upload was before a time,
# and those who have never uploaded.
query NotUploaded($clinicId: ID!, $before: DateTime!) {
  clinic(id: $clinicId) {
    patients(first: 50, filter: { lastUpload: { to: $before, never: true } }) {
      edges {
        node {
          fullName
          email
        }
      }
    }
  }
}
`;

const byTag = `# How the patients of each tag are doing.
query ByTag($clinicId: ID!) {
  clinic(id: $clinicId) {
    statistics(by: TAG, period: DAYS_14) {
      tag {
        name
      }
      patients
      active
      noData
      unknown
      timeInTarget
      timeInTargetChange
      glucoseManagementIndicator
    }
  }
}
`;

const patientStatistics = `# Two weeks of one patient.
query PatientStatistics($clinicId: ID!, $userId: ID!, $from: DateTime!, $to: DateTime!) {
  patient(clinicId: $clinicId, userId: $userId) {
    fullName
    glucoseStatistics(from: $from, to: $to, units: MG_DL) {
      mean
      wear
      glucoseManagementIndicator
      inTarget {
        share
      }
      inAnyLow {
        share
      }
      lowEpisodes {
        count
      }
    }
  }
}
`;

const statistics = `# Time in range, mean and episodes of two weeks.
query Statistics($userId: ID!, $from: DateTime!, $to: DateTime!) {
  user(id: $userId) {
    glucoseStatistics(from: $from, to: $to, units: MG_DL) {
      mean
      wear
      glucoseManagementIndicator
      inTarget {
        share
      }
      inAnyLow {
        share
      }
      inAnyHigh {
        share
      }
      lowEpisodes {
        count
      }
      highEpisodes {
        count
      }
    }
  }
}
`;

const newestReadings = `# The newest readings of glucose.
query NewestReadings($userId: ID!) {
  user(id: $userId) {
    data(types: [CBG, SMBG], order: NEWEST_FIRST, first: 12) {
      edges {
        node {
          time
          ... on GlucoseReading {
            value(units: MG_DL)
          }
          ... on ContinuousGlucose {
            trend
          }
        }
      }
    }
  }
}
`;

const viewers = `# Who may see my data, and who has looked at it.
query Viewers {
  me {
    sharesGiven(first: 20) {
      edges {
        node {
          permissions
          member {
            emails
          }
        }
      }
    }
    accessLog(first: 20) {
      edges {
        node {
          time
          kind
          actor {
            emails
          }
        }
      }
    }
  }
}
`;

const alerts = `# Alerts that were sent to me about a person.
query Alerts($followedId: ID!) {
  alertNotifications(followedId: $followedId, first: 20) {
    edges {
      node {
        kind
        createdTime
        message
      }
    }
  }
}
`;

/** The examples for a person: those of each role that they have, filled in with their own ids. */
export function examplesFor({ userId, clinic, hasData, followed }: Viewer, now: number): Example[] {
  const iso = (time: number) => new Date(time).toISOString();
  const twoWeeks = { from: iso(now - 14 * day), to: iso(now) };
  const examples: Example[] = [];
  const add = (title: string, query: string, variables: Record<string, string>) =>
    examples.push({ title, query, variables });
  if (clinic) {
    const { id: clinicId, name, patientId } = clinic;
    add(`${name}: below 70 % time in range`, belowTarget, { clinicId });
    add(`${name}: no upload for a week`, notUploaded, { clinicId, before: iso(now - 7 * day) });
    add(`${name}: statistics by tag`, byTag, { clinicId });
    if (patientId !== undefined)
      add(`${name}: two weeks of a patient`, patientStatistics, { clinicId, userId: patientId, ...twoWeeks });
  }
  if (hasData) {
    add('My time in range', statistics, { userId, ...twoWeeks });
    add('My newest readings', newestReadings, { userId });
    add('Who sees my data', viewers, {});
  }
  if (followed) {
    const { userId: followedId, name } = followed;
    add(`${name}: newest readings`, newestReadings, { userId: followedId });
    add(`${name}: time in range`, statistics, { userId: followedId, ...twoWeeks });
    add(`${name}: alerts to me`, alerts, { followedId });
  }
  return examples;
}
