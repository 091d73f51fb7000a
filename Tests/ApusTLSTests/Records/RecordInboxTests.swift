import ApusBytes
import Testing

@testable import ApusTLS

@Suite struct RecordInboxTests {
  @Test func `application data of many records is contiguous in the receive buffer`() throws {
    let maker = RecordMaker(.aes128GCM)
    var reader = try maker.reader()
    var (expected, number): ([UInt8], UInt64) = ([], 0)
    for round in 0..<200 {
      let content = (0..<(round * 37 % 400)).map { UInt8(truncatingIfNeeded: $0 &* round) }
      let record = try maker.sealed(23, content, number: number)
      number += 1
      let cut = round * 13 % record.count
      for part in [record[..<cut], record[cut...]] {
        reader.inbox.append(Array(part).span)
        while try reader.next() != .incomplete {}
      }
      expected += content
      let waiting = reader.inbox.withApplicationData { $0.copy() }
      #expect(waiting == expected)
      let consumed = min(expected.count, round * 29 % 500)
      reader.inbox.consumeApplicationData(consumed)
      expected.removeFirst(consumed)
    }
  }

  @Test func `the receive buffer does not grow if all application data is consumed`() throws {
    let maker = RecordMaker(.aes128GCM)
    var reader = try maker.reader()
    let content = [UInt8](repeating: 1, count: 1000)
    for number in 0..<500 {
      let record = try maker.sealed(23, content, number: UInt64(number))
      // Never a whole record at once: the rest of one and the beginning of the next.
      reader.inbox.append(record.span.extracting(..<500))
      _ = try reader.next()
      reader.inbox.append(record.span.extracting(500...))
      while try reader.next() == .applicationData {
        reader.inbox.consumeApplicationData(reader.inbox.applicationCount)
      }
      let capacity = reader.inbox.capacity
      #expect(capacity < 8192)
    }
    reader.inbox.releaseMemory()
    let capacity = reader.inbox.capacity
    #expect(capacity == 0)
  }

  @Test func `received bytes are written directly into the receive buffer`() throws {
    let maker = RecordMaker(.aes128GCM)
    var reader = try maker.reader()
    let record = try maker.sealed(23, [1, 2, 3], number: 0)
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try reader.inbox.append(atMost: 100) { (output) throws(Broken) in
        for byte in record { output.append(byte) }
        throw Broken()
      }
    }
    let event = try reader.next()
    #expect(event == .applicationData)
  }
}
