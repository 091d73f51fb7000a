import ApusNet
import ApusTLS

/// The failure of a shim test with its exit status and its words on standard error.
struct ShimFailure: Error, Equatable {
  /// The exit status of the shim process.
  enum Status: Int32 {
    /// The test ended with an error or an unexpected result.
    case failed = 1
    /// A required feature is not implemented. The runner counts such a test separately.
    case unimplemented = 89
  }

  let status: Status
  /// The words between colons that the runner reads.
  let word: String
  /// The detail of the failure for people.
  let detail: String

  /// Returns the failure for a feature that is not implemented.
  static func unimplemented(_ what: String) -> ShimFailure {
    ShimFailure(status: .unimplemented, word: "UNIMPLEMENTED", detail: what)
  }

  /// Returns the failure for a flag with an invalid value.
  static func malformed(_ flag: ShimParameter, _ value: String) -> ShimFailure {
    ShimFailure(status: .failed, word: "BAD_FLAG", detail: "\(flag.rawValue) \(value)")
  }

  /// Returns the failure for an unexpected result.
  static func unexpected(_ word: String, _ detail: String = "") -> ShimFailure {
    ShimFailure(status: .failed, word: word, detail: detail)
  }

  /// The line that the shim prints to standard error.
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
  /// The words for the runner between colons: the cause, the alert, and `REFUSED` if the shim sent
  /// an alert.
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

  /// The word for the cause, or `nil` if the alert implies the cause.
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
  /// The name of the alert in the capitals of the RFCs.
  fileprivate var word: String { "\(self)".inCapitals }
}

extension String {
  /// The Swift name in capitals with underscores between its words.
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
