/// One primitive, and how it is asked what a vector asks.
protocol Family: SendableMetatype {
  /// The schemas whose vectors it can be asked.
  static var schemas: [String] { get }
  /// What becomes of vectors that may be accepted or refused; the first rule that fits decides.
  static var rules: [Rule] { get }

  /// Asks it. What the library throws is its refusal.
  static func outcome(of vector: Vector) throws -> Outcome
}

extension Family {
  static var rules: [Rule] { [] }
}

/// What becomes of an `acceptable` vector that has a flag, and why.
struct Rule {
  let flag: String
  let isAccepted: Bool
  let reason: String

  static func accept(_ flag: String, because reason: String) -> Rule {
    Rule(flag: flag, isAccepted: true, reason: reason)
  }

  static func refuse(_ flag: String, because reason: String) -> Rule {
    Rule(flag: flag, isAccepted: false, reason: reason)
  }
}
