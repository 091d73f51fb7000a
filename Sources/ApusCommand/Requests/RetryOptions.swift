import ApusHTTP
import ApusSession

/// The options for retrying failed requests and for continuing interrupted downloads.
struct RetryOptions {
  static let options = [
    Option("continue", "resumes an interrupted download into --output FILE"),
    Option(
      "retry", takes: "COUNT",
      "the maximum number of retries after a temporary failure; none by default"),
  ]

  static let details = [
    "The command keeps the received bytes of an interrupted download if the server has",
    "identified the version of the content. --continue then resumes the download.",
  ]

  static let detailsOfRetries = [
    "--retry repeats an idempotent request if the connection failed or was lost, and after",
    "the statuses 408, 429, 502, 503 and 504.",
  ]

  /// The maximum number of retries that the user can request.
  static let limit = 20

  /// A Boolean value that indicates whether a download continues the partial file of an earlier
  /// download.
  let continues: Bool
  /// The maximum number of times that a request is sent again.
  let count: Int

  init(_ arguments: Arguments) throws(UsageError) {
    continues = arguments.has("continue")
    if continues, !arguments.has("output") { throw .missingOption("output", placeholder: "FILE") }
    count =
      try arguments.value("retry", expected: "a number from 1 to \(Self.limit)") { text in
        text.utf8.count < 3 ? Int(text).flatMap { 1...Self.limit ~= $0 ? $0 : nil } : nil
      } ?? 0
  }

  func apply(to configuration: inout HTTPSession.Configuration) {
    guard count > 0 else { return }
    configuration.retry = .idempotent(attempts: count + 1, budget: nil)
  }
}
