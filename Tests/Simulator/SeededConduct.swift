import ApusBytes
import ApusHTTP
import ApusNet
import ApusTestServer
import LongRun

/// The conduct of a connection that a plan decides.
final class SeededConduct: LinkConduct {
  let connectDelay: Duration
  private let plan: Plan
  private let isSecure: Bool
  private let chances: Lock<[Chance]>
  private let journal: Journal

  init(_ plan: Plan, _ origin: HTTP.Origin, _ number: Int, _ journal: Journal) {
    self.plan = plan
    self.journal = journal
    isSecure = origin.scheme.isSecure
    var mark: UInt64 = UInt64(number)
    for byte in "\(origin)".utf8 { mark = mark &* 31 &+ UInt64(byte) }
    var first = Chance(plan.seed, mark &+ 77)
    connectDelay = .microseconds(first.below(plan.delay + 1))
    let base = mark &* 2 &+ 99
    chances = Lock(
      LinkDirection.allCases.map { Chance(plan.seed, base &+ UInt64($0.rawValue)) })
  }

  func next(_ direction: LinkDirection, _ byteCount: Int) -> LinkStep {
    let step = chances.withLock { chances in self.step(&chances[direction.rawValue], byteCount) }
    journal.passed(step, direction, byteCount)
    return step
  }

  private func step(_ chance: inout Chance, _ byteCount: Int) -> LinkStep {
    if plan.faultRate > 0, chance.below(1_000_000) < plan.faultRate {
      return fault(&chance, byteCount)
    }
    return .pass(
      byteCount: 1 + chance.below(min(byteCount, plan.pieceByteCount)),
      after: .microseconds(chance.below(3) == 0 ? chance.below(plan.delay + 1) : 0))
  }

  func endDelay(_ direction: LinkDirection) -> Duration {
    .microseconds(chances.withLock { $0[direction.rawValue].below(plan.delay + 1) })
  }

  private func fault(_ chance: inout Chance, _ byteCount: Int) -> LinkStep {
    switch chance.below(isSecure ? 5 : 4) {
    case 0: .reset
    case 1: .cut
    case 2: .stall
    case 3: .pass(byteCount: byteCount, after: .seconds(1 + chance.below(100)))
    default: .corrupt(at: chance.below(byteCount))
    }
  }
}

/// A source of bytes that a seed decides. It is not suitable for secrets.
final class SeededRandom: RandomSource {
  private let chance: Lock<Chance>

  init(_ seed: UInt64) { chance = Lock(Chance(seed, 5)) }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    for index in bytes.indices {
      bytes[index] = chance.withLock { UInt8(truncatingIfNeeded: $0.below(256)) }
    }
  }
}
