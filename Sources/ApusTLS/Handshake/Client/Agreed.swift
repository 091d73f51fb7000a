/// What both sides have agreed on in their Hellos.
struct Agreed: Sendable {
  let asked: Asked
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup

  var configuration: TLS.ClientConfiguration { asked.offer.configuration }

  /// What later connections go by: a choice that was made now, or one that was kept to.
  func preference(at moment: TLS.Moment) -> GroupPreference {
    guard let known = asked.offer.preference, known.group == group else {
      return GroupPreference(group, at: moment)
    }
    return known
  }
}
