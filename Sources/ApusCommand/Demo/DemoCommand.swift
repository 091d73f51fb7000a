import ApusHTTP
import ApusNet
import ApusSession

/// The command `apus demo`, which demonstrates the guarantees of the tool on the local machine.
struct DemoCommand: Command {
  static let name = "demo"
  static let operands = ""
  static let summary = "runs a demonstration of trust, pins, transfers and speed on this machine"
  static let details = [
    "The command starts an HTTPS server on the loopback address, with a new authority and",
    "certificate, and sends requests to this server. The exit status is 0 if every step",
    "succeeds. No data leaves the machine, and no files remain.",
  ]
  static let examples = ["apus demo", "apus demo --requests 1000"]
  static let failure = "a step of the demonstration failed"
  static let statuses: [ExitStatus] = [.failure, .unreadable, .interrupted]
  static let options = [
    Option(
      "requests", takes: "N", "the number of requests that the last step sends; 20000 by default")
  ]

  private let requestCount: Int

  init(_ arguments: Arguments) throws(UsageError) {
    if let operand = arguments.operands.first { throw .extraOperand("\(operand)") }
    requestCount =
      try arguments.value("requests", expected: "a number from 1 to 10000000") { text in
        guard 1...8 ~= text.utf8.count, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
          return nil
        }
        return Int(text).flatMap { 1...10_000_000 ~= $0 ? $0 : nil }
      } ?? 20_000
  }

  func run(_ console: inout Console) async -> ExitStatus {
    Interruption.begin()
    let demo: Demo
    let folder = console.environment("TMPDIR").flatMap { $0.utf8.isEmpty ? nil : $0 }
    do {
      demo = try await Demo(in: folder ?? "/tmp")
    } catch {
      console.complain("the server of the demonstration cannot start: \(error)")
      return Self.isOutOfDescriptors(error) ? .unreadable : .failure
    }
    var status = ExitStatus.success
    for step in Demo.steps(requestCount: requestCount) where status != .interrupted {
      do {
        let proof = try await step.run(demo)
        console.print("ok      \(step.name)\n" + Self.indented(proof))
      } catch {
        let isCancelled = Task.isCancelled || Self.isCancelled(error)
        if isCancelled {
          status = .interrupted
        } else if status != .unreadable {
          status = Self.isOutOfDescriptors(error) ? .unreadable : .failure
        }
        let what = isCancelled ? "the step was interrupted" : "\(error)"
        console.print("FAILED  \(step.name)\n" + Self.indented(what))
      }
      try? console.flush()
    }
    await demo.end()
    if status == .success { console.print("every step of the demonstration succeeded") }
    return status
  }

  private static func isCancelled(_ error: any Error) -> Bool {
    error is CancellationError || (error as? HTTPSessionError)?.reason == .cancelled
      || error as? NetError == .cancelled
  }

  private static func isOutOfDescriptors(_ error: any Error) -> Bool {
    guard let error = error as? HTTPSessionError else {
      return (error as? NetError)?.isOutOfDescriptors == true
    }
    return switch error.reason {
    case .network(let fault), .file(let fault): fault.isOutOfDescriptors
    default: false
    }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
  }
}
