import ApusBytes

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

/// What became of a vector.
enum Outcome {
  /// It was taken, and what came out is what the vector states.
  case accepted
  /// It was taken, and something else came out.
  case differs(String)
  /// It was refused, for this reason.
  case refused(String)
  /// It was not tried: it has this parameter, which the library does not offer.
  case outside(String)

  /// Asks a primitive. Whatever is thrown is a refusal, except for a file that cannot be
  /// understood.
  init(of vector: Vector, by family: any Family.Type) throws(CorpusError) {
    do {
      self = try family.outcome(of: vector)
    } catch let error as CorpusError {
      throw error
    } catch {
      self = .refused("\(error)")
    }
  }

  /// Compares everything that came out with what is stated.
  static func comparing(
    _ outputs: (name: String, computed: [UInt8], stated: [UInt8])...
  ) -> Outcome {
    for (name, computed, stated) in outputs where computed != stated {
      return .differs("\(name) is \(Hex.encode(computed)), not \(Hex.encode(stated))")
    }
    return .accepted
  }

  /// What a signature or a code was found to be.
  static func verified(_ isValid: Bool) -> Outcome {
    isValid ? .accepted : .refused("not authentic")
  }
}

extension Report.Verdict {
  /// Whether a vector came to what it must come to.
  init(_ outcome: Outcome, _ result: Vector.Result, _ choice: Choice?) {
    switch (outcome, result) {
    case (.outside(let what), _): self = .skipped(what)
    case (.accepted, .valid), (.refused, .invalid): self = .passed
    case (.differs(let how), _): self = .failed(how)
    case (.accepted, .invalid): self = .failed("accepted")
    case (.refused(let why), .valid): self = .failed("refused: \(why)")
    case (.accepted, .acceptable), (.refused, .acceptable):
      self = choice?.breach.map(Self.failed) ?? .passed
    }
  }
}

extension SecretBytes {
  /// The bytes to compare, which are the secret of no one.
  var published: [UInt8] { withBytes { $0.copy() } }
}
