import ApusBytes

/// One primitive, and the code that runs a vector with it.
protocol Family: SendableMetatype {
  /// The schemas of its vectors.
  static var schemas: [String] { get }
  /// The rules for vectors that can be accepted or rejected; the first matching rule decides.
  static var rules: [Rule] { get }

  /// Runs a vector. An error of the library is a rejection.
  static func outcome(of vector: Vector) throws -> Outcome
}

extension Family {
  static var rules: [Rule] { [] }
}

/// The rule for `acceptable` vectors with a flag, and its reason.
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

/// The result of a vector.
enum Outcome {
  /// It was accepted, and the output is that of the vector.
  case accepted
  /// It was accepted, with another output.
  case differs(String)
  /// It was rejected, for this reason.
  case refused(String)
  /// It was not run: it has this parameter, which the library does not support.
  case outside(String)

  /// Runs a primitive. An error is a rejection, except for a malformed file.
  init(of vector: Vector, by family: any Family.Type) throws(CorpusError) {
    do {
      self = try family.outcome(of: vector)
    } catch let error as CorpusError {
      throw error
    } catch {
      self = .refused("\(error)")
    }
  }

  /// Compares every output with the expected one.
  static func comparing(
    _ outputs: (name: String, computed: [UInt8], stated: [UInt8])...
  ) -> Outcome {
    for (name, computed, stated) in outputs where computed != stated {
      return .differs("\(name) is \(Hex.encode(computed)), not \(Hex.encode(stated))")
    }
    return .accepted
  }

  /// Returns the result of checking a signature or a code.
  static func verified(_ isValid: Bool) -> Outcome {
    isValid ? .accepted : .refused("not authentic")
  }
}

extension Report.Verdict {
  /// Returns the verdict for a vector from its outcome and its expected result.
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
  /// The bytes to compare, which are not a real secret.
  var published: [UInt8] { withBytes { $0.copy() } }
}
