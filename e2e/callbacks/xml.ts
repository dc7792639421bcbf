import type { CallbackKind } from './callbackKind.ts';

export const XML: readonly CallbackKind[] = [
  {
    name: 'SaxStart',
    callbacks: ['H.startElement'],
    members: `static class H extends org.xml.sax.helpers.DefaultHandler { @Override public void startElement(String u, String l, String q, org.xml.sax.Attributes a) { hit(0); } }`,
    body: `javax.xml.parsers.SAXParserFactory.newInstance().newSAXParser().parse(xml("<a><b/><c/></a>"), new H());`,
  },
  {
    name: 'XsltExtension',
    callbacks: ['X.f'],
    members: `public static class X { public static String f(String s) { hit(0); return s; } }`,
    body: `System.setProperty("jdk.xml.enableExtensionFunctions", "true");
      javax.xml.transform.TransformerFactory.newInstance().newTransformer(new javax.xml.transform.stream.StreamSource(xml("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:j='http://xml.apache.org/xalan/java/callbacks.XsltExtension$X'><xsl:template match='/'><xsl:value-of select='j:f(string(.))'/></xsl:template></xsl:stylesheet>")))
        .transform(new javax.xml.transform.stream.StreamSource(xml("<a/>")), new javax.xml.transform.stream.StreamResult(new StringWriter()));`,
  },
  {
    name: 'UriResolving',
    callbacks: ['R.resolve'],
    members: `static class R implements javax.xml.transform.URIResolver { public javax.xml.transform.Source resolve(String h, String b) { hit(0); return new javax.xml.transform.stream.StreamSource(xml("<z/>")); } }`,
    body: `var transformer = javax.xml.transform.TransformerFactory.newInstance().newTransformer(new javax.xml.transform.stream.StreamSource(xml("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'><xsl:value-of select=\\"document('u')\\"/></xsl:template></xsl:stylesheet>")));
      transformer.setURIResolver(new R());
      transformer.transform(new javax.xml.transform.stream.StreamSource(xml("<a/>")), new javax.xml.transform.stream.StreamResult(new StringWriter()));`,
  },
  {
    name: 'TransformErrors',
    callbacks: ['E.warning', 'E.error', 'E.fatalError'],
    members: `static class E implements javax.xml.transform.ErrorListener {
      public void warning(javax.xml.transform.TransformerException e) { hit(0); }
      public void error(javax.xml.transform.TransformerException e) { hit(1); }
      public void fatalError(javax.xml.transform.TransformerException e) { hit(2); } }`,
    body: `var factory = javax.xml.transform.TransformerFactory.newInstance();
      factory.setErrorListener(new E());
      try { factory.newTransformer(new javax.xml.transform.stream.StreamSource(xml("<a>"))); } catch (javax.xml.transform.TransformerException expected) { }
      var transformer = factory.newTransformer(new javax.xml.transform.stream.StreamSource(xml("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'><xsl:message>m</xsl:message></xsl:template></xsl:stylesheet>")));
      transformer.setErrorListener(new E());
      transformer.transform(new javax.xml.transform.stream.StreamSource(xml("<a/>")), new javax.xml.transform.stream.StreamResult(new StringWriter()));`,
  },
  {
    name: 'XPathFunction',
    callbacks: ['F.evaluate'],
    members: `static class F implements javax.xml.xpath.XPathFunction { public Object evaluate(List a) { hit(0); return "v"; } }`,
    body: `var path = javax.xml.xpath.XPathFactory.newInstance().newXPath();
      path.setXPathFunctionResolver((name, arity) -> new F());
      path.setNamespaceContext(new javax.xml.namespace.NamespaceContext() {
        public String getNamespaceURI(String p) { return "urn:k"; }
        public String getPrefix(String n) { return "k"; }
        public Iterator<String> getPrefixes(String n) { return null; } });
      path.evaluate("k:f('a')", new org.xml.sax.InputSource(xml("<a/>")));`,
  },
  {
    name: 'XPathVariables',
    callbacks: ['V.resolveVariable'],
    members: `static class V implements javax.xml.xpath.XPathVariableResolver { public Object resolveVariable(javax.xml.namespace.QName q) { hit(0); return "w"; } }`,
    body: `var path = javax.xml.xpath.XPathFactory.newInstance().newXPath();
      path.setXPathVariableResolver(new V());
      path.evaluate("$v", new org.xml.sax.InputSource(xml("<a/>")));`,
  },
  {
    name: 'Namespaces',
    callbacks: ['N.getNamespaceURI'],
    members: `static class N implements javax.xml.namespace.NamespaceContext {
      public String getNamespaceURI(String p) { hit(0); return "urn:k"; }
      public String getPrefix(String n) { return "k"; }
      public Iterator<String> getPrefixes(String n) { return null; } }`,
    body: `var path = javax.xml.xpath.XPathFactory.newInstance().newXPath();
      path.setNamespaceContext(new N());
      path.evaluate("k:a", new org.xml.sax.InputSource(xml("<a/>")));`,
  },
  {
    name: 'EntityStream',
    callbacks: ['R.resolveEntity'],
    members: `static class R implements javax.xml.stream.XMLResolver { public Object resolveEntity(String a, String b, String c, String d) { hit(0); return xml("q"); } }`,
    body: `var factory = javax.xml.stream.XMLInputFactory.newInstance();
      factory.setXMLResolver(new R());
      var reader = factory.createXMLStreamReader(xml("<!DOCTYPE a [<!ENTITY e SYSTEM 'urn:e'>]><a>&e;</a>"));
      while (reader.hasNext()) reader.next();`,
  },
  {
    name: 'SaxHandler',
    callbacks: ['H.startElement', 'H.endElement', 'H.characters'],
    members: `static class H extends org.xml.sax.helpers.DefaultHandler {
      @Override public void startElement(String u, String l, String q, org.xml.sax.Attributes a) { hit(0); }
      @Override public void endElement(String u, String l, String q) { hit(1); }
      @Override public void characters(char[] c, int s, int n) { hit(2); } }`,
    body: `javax.xml.parsers.SAXParserFactory.newInstance().newSAXParser().parse(xml("<a><b>x</b></a>"), new H());`,
  },
  {
    name: 'SaxEntities',
    callbacks: ['R.resolveEntity'],
    members: `static class R implements org.xml.sax.EntityResolver {
      public org.xml.sax.InputSource resolveEntity(String p, String s) { hit(0); return new org.xml.sax.InputSource(xml("")); } }`,
    body: `var builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setEntityResolver(new R());
      builder.parse(xml("<!DOCTYPE a SYSTEM 'urn:b'><a/>"));`,
  },
  {
    name: 'SaxErrors',
    callbacks: ['E.warning', 'E.error', 'E.fatalError'],
    members: `static class E implements org.xml.sax.ErrorHandler {
      public void warning(org.xml.sax.SAXParseException e) { hit(0); }
      public void error(org.xml.sax.SAXParseException e) { hit(1); }
      public void fatalError(org.xml.sax.SAXParseException e) { hit(2); } }`,
    body: `var factory = javax.xml.parsers.DocumentBuilderFactory.newInstance();
      factory.setValidating(true);
      factory.setFeature("http://apache.org/xml/features/warn-on-duplicate-entitydef", true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new E());
      builder.parse(xml("<!DOCTYPE a [<!ENTITY e '1'><!ENTITY e '2'><!ELEMENT a EMPTY>]><a>x</a>"));
      try { builder.parse(xml("<a>")); } catch (org.xml.sax.SAXException expected) { }`,
  },
  {
    name: 'DomFilter',
    callbacks: ['F.acceptNode'],
    members: `static class F implements org.w3c.dom.traversal.NodeFilter {
      public short acceptNode(org.w3c.dom.Node node) { hit(0); return FILTER_ACCEPT; } }`,
    body: `var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml("<a><b/><c/></a>"));
      var nodes = ((org.w3c.dom.traversal.DocumentTraversal) document).createNodeIterator(document, -1, new F(), true);
      while (nodes.nextNode() != null) { }`,
  },
  {
    name: 'DomListener',
    callbacks: ['L.handle'],
    members: `static class L implements org.w3c.dom.UserDataHandler {
      public void handle(short o, String k, Object d, org.w3c.dom.Node s, org.w3c.dom.Node t) { hit(0); } }`,
    body: `var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
      var element = document.createElement("a");
      element.setUserData("k", "v", new L());
      element.cloneNode(true);`,
  },
  {
    name: 'XPathFunctions',
    callbacks: ['F.resolveFunction', 'F.evaluate', 'N.getNamespaceURI'],
    members: `static class F implements javax.xml.xpath.XPathFunctionResolver, javax.xml.xpath.XPathFunction {
      public javax.xml.xpath.XPathFunction resolveFunction(javax.xml.namespace.QName q, int n) { hit(0); return this; }
      public Object evaluate(java.util.List a) { hit(1); return "v"; } }
    static class N implements javax.xml.namespace.NamespaceContext {
      public String getNamespaceURI(String p) { hit(2); return "urn:k"; }
      public String getPrefix(String n) { return "k"; }
      public java.util.Iterator<String> getPrefixes(String n) { return null; } }`,
    body: `var path = javax.xml.xpath.XPathFactory.newInstance().newXPath();
      path.setXPathFunctionResolver(new F());
      path.setNamespaceContext(new N());
      path.evaluate("k:f('a')", new org.xml.sax.InputSource(xml("<a/>")));`,
  },
  {
    name: 'StreamFilter',
    callbacks: ['F.accept'],
    members: `static class F implements javax.xml.stream.StreamFilter {
      public boolean accept(javax.xml.stream.XMLStreamReader r) { hit(0); return true; } }`,
    body: `var factory = javax.xml.stream.XMLInputFactory.newInstance();
      var reader = factory.createFilteredReader(factory.createXMLStreamReader(xml("<a><b/></a>")), new F());
      while (reader.hasNext()) reader.next();`,
  },
  {
    name: 'SaxValidation',
    callbacks: ['H.error'],
    members: `static class H extends org.xml.sax.helpers.DefaultHandler { @Override public void error(org.xml.sax.SAXParseException e) { hit(0); } }`,
    body: `var factory = javax.xml.parsers.SAXParserFactory.newInstance();
      factory.setValidating(true);
      factory.newSAXParser().parse(xml("<a/>"), new H());`,
  },
];
