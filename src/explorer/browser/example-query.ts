/** The contents of the first tab, written for someone who has never seen a GraphQL tool. */
export const exampleQuery = `# Welcome! Ask Glycograph a question here:
#
#   1. Press "Log in" in the top right corner.
#   2. Press the play button, or Ctrl+Enter.
#   3. Read the answer beside or below.
#
# You name the fields that you want, and the answer
# has the same shape. The book on the left explains
# every field; Ctrl+Space suggests what fits at the
# cursor. Lines that start with # are notes.
#
# You stay logged in until this page is reloaded.
# After that, "Log in" brings you straight back.

query FirstLook {
  # "me" is you, the person who is logged in.
  me {
    id
    emails
    profile {
      fullName
    }

    # Where you work, and the patients there.
    # The list is empty if you work in no clinic.
    clinics(first: 5) {
      edges {
        node {
          roles
          clinic {
            name
            patients(first: 5) {
              totalCount
              edges {
                node {
                  fullName
                  userId
                }
              }
            }
          }
        }
      }
    }

    # Your diabetes data comes in pages: "first"
    # says how many records, "types" which kinds.
    # Try SMBG or BOLUS instead of CBG.
    data(first: 5, types: [CBG]) {
      edges {
        node {
          # Every record has these fields ...
          id
          type
          time
          # ... and these come with the readings
          # of a continuous glucose monitor.
          ... on ContinuousGlucose {
            value(units: MG_DL)
            trend
          }
        }
      }
      # For the next page, write the endCursor of
      # the answer into data(first: 5, after: "...").
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`;
