/// The group that a server has chosen, for the connections that resume its sessions.
///
/// They make no key for a group that the server has passed over. All groups stay on offer, so that
/// a server which has come to prefer another can still ask for it; and since not every server asks,
/// a choice counts for a while only.
struct GroupPreference: Equatable, Sendable {
  /// For how many milliseconds a choice counts, however many sessions follow each other: a day.
  static let lifetime: Int64 = 86_400_000

  let group: TLS.NamedGroup
  /// When the server has chosen, among public keys of the best groups.
  private let moment: TLS.Moment

  init(_ group: TLS.NamedGroup, at moment: TLS.Moment) {
    self.group = group
    self.moment = moment
  }

  /// Whether the choice still counts.
  func counts(at now: TLS.Moment) -> Bool {
    let (age, isOverflow) = now.millisecondsSinceEpoch.subtractingReportingOverflow(
      moment.millisecondsSinceEpoch)
    return !isOverflow && (0..<Self.lifetime).contains(age)
  }
}
