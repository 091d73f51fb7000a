import ApusASN1
import Testing

@Suite struct ASN1ErrorTests {
  @Test func `the description of an ASN.1 error contains the offset and the failure`() {
    let error = ASN1Error.unexpectedTag(
      at: 7, expected: .sequence, found: .context(0, isConstructed: true))
    #expect(error.offset == 7)
    #expect(
      error.description
        == "byte 7: the value has the type constructed [0], but SEQUENCE is expected")
    let pem = ASN1Error.pem(.invalidCharacter(0x20), line: 3, at: 90)
    #expect(pem.offset == 90)
    #expect(
      pem.description == "line 3: the PEM section contains the byte 0x20, which is not base64")
    #expect(ASN1Error.timeOutOfRange(1, .utcTime).offset == nil)
  }

  @Test func `the description of a tag uses ASN.1 notation, such as SEQUENCE or [0]`() {
    #expect(ASN1.Tag.objectIdentifier.description == "OBJECT IDENTIFIER")
    #expect(ASN1.Tag.context(3).description == "primitive [3]")
    #expect(ASN1.Tag(.application, 1, isConstructed: true).name == "[APPLICATION 1]")
    #expect(ASN1.Tag(.private, 40).name == "[PRIVATE 40]")
    #expect(ASN1.Tag(.universal, 14).name == "[UNIVERSAL 14]")
    #expect(ASN1.Tag(.universal, 16).description == "primitive SEQUENCE")
    #expect(ASN1.Tag(.universal, 4, isConstructed: true).description == "constructed OCTET STRING")
  }

  @Test func `a tag of any class, form and number returns the same three values`() {
    for `class` in ASN1.Tag.Class.allCases {
      for number: UInt32 in [0, 30, 31, 127, 128, ASN1.Tag.numberLimit] {
        for isConstructed in [false, true] {
          let tag = ASN1.Tag(`class`, number, isConstructed: isConstructed)
          #expect(tag.class == `class`)
          #expect(tag.number == number)
          #expect(tag.isConstructed == isConstructed)
        }
      }
    }
  }
}
