import ApusNet
import ApusTLS

/// The failure of a shim test, with its exit status and its text on standard error.
struct ShimFailure: Error, Equatable {
  /// The exit status of the shim process.
  enum Status: Int32 {
    /// The shim test ended with an error or an unexpected result.
    case failed = 1
    /// The test requires a feature that the library does not implement. The runner counts such a
    /// test separately.
    case unimplemented = 89
  }

  let status: Status
  /// The text between colons that the runner compares with the expected error.
  let word: String
  /// A detailed description of the failure, which the runner ignores.
  let detail: String

  /// Returns the shim failure for a feature that is not implemented.
  static func unimplemented(_ what: String) -> ShimFailure {
    ShimFailure(status: .unimplemented, word: "UNIMPLEMENTED", detail: what)
  }

  /// Returns the shim failure for a flag with an invalid value.
  static func malformed(_ flag: ShimParameter, _ value: String) -> ShimFailure {
    ShimFailure(status: .failed, word: "BAD_FLAG", detail: "\(flag.rawValue) \(value)")
  }

  /// Returns the shim failure for an unexpected test result.
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
  /// The error text for the runner between colons: the cause, the alert, and `REFUSED` if the shim
  /// sent an alert.
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

  /// The error text for the cause, or `nil` if the alert implies the cause.
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
  /// The name of the TLS alert in the capitals of the RFCs.
  fileprivate var word: String { "\(self)".inCapitals }
}

extension String {
  /// The Swift name in capital letters with underscores between its words.
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
