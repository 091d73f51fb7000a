import ApusBytes

/// A cryptographic primitive, and the code that runs a test vector with the primitive.
protocol Family: SendableMetatype {
  /// The schemas of the primitive's test vectors.
  static var schemas: [String] { get }
  /// The rules for test vectors that may be accepted or rejected. The first matching rule decides.
  static var rules: [Rule] { get }

  /// Runs a test vector with the primitive. An error of the library counts as a rejection.
  static func outcome(of vector: Vector) throws -> Outcome
}

extension Family {
  static var rules: [Rule] { [] }
}

/// A rule with its reason for test vectors that have the result `acceptable` and a certain flag.
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

/// The outcome of running a test vector, before the comparison with the expected result.
enum Outcome {
  /// The input was accepted, and the output is the expected output.
  case accepted
  /// The input was accepted, and the output differs from the expected output.
  case differs(String)
  /// The library rejected the input for the given reason.
  case refused(String)
  /// The test vector was not run. The associated value is the parameter that the library does not
  /// support.
  case outside(String)

  /// Runs a test vector with a cryptographic primitive. Each error except the error for a malformed
  /// file counts as a rejection.
  init(of vector: Vector, by family: any Family.Type) throws(CorpusError) {
    do {
      self = try family.outcome(of: vector)
    } catch let error as CorpusError {
      throw error
    } catch {
      self = .refused("\(error)")
    }
  }

  /// Returns the outcome of comparing each output with the expected output.
  static func comparing(
    _ outputs: (name: String, computed: [UInt8], stated: [UInt8])...
  ) -> Outcome {
    for (name, computed, stated) in outputs where computed != stated {
      return .differs("\(name) is \(Hex.encode(computed)), not \(Hex.encode(stated))")
    }
    return .accepted
  }

  /// Returns the outcome for a valid or invalid signature or authentication code.
  static func verified(_ isValid: Bool) -> Outcome {
    isValid ? .accepted : .refused("not authentic")
  }
}

extension Report.Verdict {
  /// Creates the verdict of a test vector from its outcome and its expected result.
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
  /// The bytes of a published test value, which are not a real secret.
  var published: [UInt8] { withBytes { $0.copy() } }
}
