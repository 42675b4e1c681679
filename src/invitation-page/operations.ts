/** The operations of the invitation page, which an operator's list of allowed documents need not contain. */

const clinics = `
      edges {
        node {
          clinic {
            id
            name
            patientInvitations { key permissions creator { userId profile { fullName } } }
          }
        }
      }
      pageInfo { hasNextPage endCursor }`;

export const invitationsQuery = `query Invitations {
  me {
    id
    invitationsReceived(first: 50) {
      edges { node { key permissions creator { userId profile { fullName } } } }
    }
    clinicianInvitations { key clinic { name } }
    clinics(first: 20) {${clinics}
    }
  }
}`;

export const moreClinicsQuery = `query MoreClinics($after: String!) {
  me {
    id
    clinics(first: 20, after: $after) {${clinics}
    }
  }
}`;

const mutation = (field: string, input: string): string =>
  `mutation Answer($input: ${input}!) { ${field}(input: $input) { __typename } }`;

/** The mutations that answer invitations. */
export const answers = {
  acceptInvitation: mutation('acceptInvitation', 'AnswerInvitationInput'),
  declineInvitation: mutation('declineInvitation', 'AnswerInvitationInput'),
  acceptClinicianInvitation: mutation('acceptClinicianInvitation', 'AnswerClinicianInvitationInput'),
  declineClinicianInvitation: mutation('declineClinicianInvitation', 'AnswerClinicianInvitationInput'),
  acceptPatientInvitation: mutation('acceptPatientInvitation', 'AcceptPatientInvitationInput'),
  endPatientInvitation: mutation('endPatientInvitation', 'ClinicInvitationInput'),
};

/** All of them. */
export const invitationOperations: readonly string[] = [
  invitationsQuery,
  moreClinicsQuery,
  ...Object.values(answers),
];
