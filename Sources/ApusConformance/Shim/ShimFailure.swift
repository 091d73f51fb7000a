import ApusNet
import ApusTLS

/// Why a test of the runner's ends: with an exit status, and words on standard error.
struct ShimFailure: Error, Equatable {
  /// How the process ends.
  enum Status: Int32 {
    /// Something went wrong, or otherwise than was expected.
    case failed = 1
    /// What is asked for does not exist here, which the runner counts apart.
    case unimplemented = 89
  }

  let status: Status
  /// What the runner may look for, between colons, of which there may be several.
  let word: String
  /// The same for people.
  let detail: String

  /// Something that does not exist here.
  static func unimplemented(_ what: String) -> ShimFailure {
    ShimFailure(status: .unimplemented, word: "UNIMPLEMENTED", detail: what)
  }

  /// A flag's value that is none.
  static func malformed(_ flag: ShimParameter, _ value: String) -> ShimFailure {
    ShimFailure(status: .failed, word: "BAD_FLAG", detail: "\(flag.rawValue) \(value)")
  }

  /// Something else than was expected.
  static func unexpected(_ word: String, _ detail: String = "") -> ShimFailure {
    ShimFailure(status: .failed, word: word, detail: detail)
  }

  /// The line on standard error.
  var line: String { ":\(word):" + (detail.isEmpty ? "" : " \(detail)") }
}

extension ShimFailure {
  init(_ error: TLSError) {
    self = .unexpected(error.word, "\(error)")
  }

  init(_ error: NetError) {
    self = .unexpected("CONNECTION_FAILED", "\(error)")
  }
}

extension TLSError {
  /// The words for the runner, between colons: what has happened, the alert that is sent for it,
  /// and `REFUSED` where the runner was told one.
  fileprivate var word: String {
    switch self {
    case .truncated: "UNEXPECTED_EOF"
    case .alerted(let number):
      "ALERT_" + (TLS.AlertDescription(rawValue: number)?.word ?? "\(number)")
    default:
      [cause, alert?.word, alert == nil ? "FAILED" : "REFUSED"]
        .compactMap { word in word }.joined(separator: ":")
    }
  }

  /// What has happened in a word, where the alert does not say it.
  private var cause: String? {
    switch self {
    case .noCertificate, .certificateRequired: "PEER_DID_NOT_RETURN_A_CERTIFICATE"
    case .notTLS: "NOT_TLS"
    case .unexpectedRecord: "UNEXPECTED_RECORD"
    case .recordWithoutType, .forgedRecord: "UNREADABLE_RECORD"
    case .tooMany, .tooManyEmptyRecords, .tooManyChangeCipherSpecs: "TOO_MANY"
    case .duplicateExtension, .repeatedExtension: "DUPLICATE_EXTENSION"
    case .nothingInCommon: "NOTHING_IN_COMMON"
    case .wrongSignature: "WRONG_SIGNATURE"
    case .wrongFinished: "WRONG_FINISHED"
    case .wrongKeyShare: "WRONG_KEY_SHARE"
    case .broken(let rule): rule.rawValue.inCapitals
    default: nil
    }
  }
}

extension TLS.AlertDescription {
  /// The name as the RFCs write it, in capitals.
  fileprivate var word: String { "\(self)".inCapitals }
}

extension String {
  /// A name in Swift's case as one in capitals, its words parted by lines.
  fileprivate var inCapitals: String {
    var word = ""
    var isSmall = false
    for scalar in unicodeScalars {
      if scalar.properties.isUppercase, isSmall { word += "_" }
      isSmall = scalar.properties.isLowercase
      word += scalar.properties.uppercaseMapping
    }
    return word
  }
}
