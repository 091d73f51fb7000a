import FuzzSupport

@testable import ApusTLS

/// The bytes of a server for a client: after a byte that configures the client, a script or
/// records.
///
/// If keys and proofs are disabled, some valid messages of a server come first, and the input
/// follows as records. Otherwise the input changes messages of a server whose keys and signatures
/// follow the changes, and then determines the messages after its Finished. The client has the same
/// result with the complete input and with pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClient(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let setup = Setup(bits: input.takeByte())
  Fuzzing.liftsProofs = setup.isPlain
  guard let talk = try? Talk(setup),
    let server = ScriptedServer(answering: talk.hello, isPlain: setup.isPlain)
  else {
    require(false, "no ClientHello")
    return 0
  }
  let script = setup.isPlain ? Script() : Script(from: &input)
  if setup.isPlain {
    for step in ScriptedServer.Step.allCases.prefix(input.takeByte() % 8) {
      _ = server.say(step) { $0 }
    }
    server.add(input.bytes)
  } else {
    script.play(by: server, then: &input)
  }
  let whole = talk.hear(server.records, pieceSize: max(1, server.records.count))
  for pieceSize in [1, 7] {
    guard let other = try? Talk(setup).hear(server.records, pieceSize: pieceSize) else { return 0 }
    require(whole == other, "\(whole) and \(other)")
  }
  if !setup.isPlain { script.check(whole) }
  return 0
}

/// The changes of a script to a flight, and their required results.
private final class Script {
  private struct Edit {
    let step: ScriptedServer.Step
    let kind: Int
    let place: Int
    let value: UInt8
  }

  private var edits: [Edit] = []
  private var hasChangedAny = false
  private var hasChangedProof = false

  init() {}

  init(from input: inout Input) {
    let steps = ScriptedServer.Step.allCases
    for _ in 0..<input.takeByte() % 5 {
      let choice = input.takeByte()
      edits.append(
        Edit(
          step: steps[choice % steps.count], kind: choice / steps.count % 5,
          place: input.takeByte() << 8 | input.takeByte(), value: UInt8(input.takeByte())))
    }
  }

  func play(by server: ScriptedServer, then input: inout Input) {
    for step in ScriptedServer.Step.allCases {
      let own = edits.filter { $0.step == step }
      let isChanged = server.say(step) { message in own.reduce(message, Self.changed) }
      hasChangedAny = hasChangedAny || isChanged
      let isProof = step == .certificateVerify || step == .finished
      hasChangedProof = hasChangedProof || isProof && isChanged
    }
    while !input.bytes.isEmpty {
      let (kind, count) = (input.takeByte(), input.takeByte())
      let content = (0..<count).map { _ in UInt8(truncatingIfNeeded: input.takeByte()) }
      server.send([.handshake, .applicationData, .alert, .handshake][kind % 4], content)
    }
  }

  /// A valid flight connects, and a flight with a changed proof never does.
  func check(_ outcome: Outcome) {
    require(hasChangedAny || outcome.isConnected, "not connected: \(outcome)")
    require(!hasChangedProof || !outcome.isConnected, "connected by a proof that was changed")
  }

  private static func changed(_ message: [UInt8], by edit: Edit) -> [UInt8] {
    guard !message.isEmpty else { return message }
    var message = message
    let place = edit.place % message.count
    switch edit.kind {
    case 0: message[place] ^= edit.value
    case 1: message.remove(at: place)
    case 2: message.insert(edit.value, at: place)
    case 3: message.removeLast(min(message.count, Int(edit.value)))
    default: message += message
    }
    // The length in the header is adjusted, unless the header itself was changed.
    guard edit.kind > 0, edit.kind < 4, place > 3, message.count > 4 else { return message }
    let count = message.count - 4
    for (index, shift) in [(1, 16), (2, 8), (3, 0)] {
      message[index] = UInt8(truncatingIfNeeded: count >> shift)
    }
    return message
  }
}
