/** Where a program calls outward, or is called from outside: an interface of the JDK, of Jakarta EE or of a messaging system. */
export interface Border {
  readonly name: string;
  /** Types as Class.getName(), of each the methods that cross it, their own or inherited: those that ask for values on this side do not. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
}

/** Since Jakarta EE 9 names begin with jakarta, before with javax. */
function ee(methods: Border['methods']): Border['methods'] {
  const named = (prefix: string): Border['methods'] =>
    Object.fromEntries(Object.entries(methods).map(([type, names]) => [`${prefix}.${type}`, names]));
  return { ...named('jakarta'), ...named('javax') };
}

export const BORDERS: readonly Border[] = [
  {
    name: 'JDBC',
    methods: {
      'java.sql.Driver': ['connect'],
      'javax.sql.DataSource': ['getConnection'],
      'java.sql.Connection': ['prepareStatement', 'prepareCall', 'commit', 'rollback'],
      'java.sql.Statement': [
        ...['execute', 'executeQuery', 'executeUpdate', 'executeBatch'],
        ...['executeLargeUpdate', 'executeLargeBatch'],
      ],
      'java.sql.PreparedStatement': ['execute', 'executeQuery', 'executeUpdate', 'executeLargeUpdate'],
      'java.sql.ResultSet': ['next'],
    },
  },
  {
    name: 'JPA',
    methods: ee({
      'persistence.EntityManager': ['find', 'persist', 'merge', 'remove', 'refresh', 'lock', 'flush'],
      'persistence.Query': ['getResultList', 'getResultStream', 'getSingleResult', 'executeUpdate'],
      'persistence.TypedQuery': ['getResultList', 'getResultStream', 'getSingleResult'],
      'persistence.EntityTransaction': ['begin', 'commit', 'rollback'],
    }),
  },
  {
    name: 'HTTP',
    methods: {
      'java.net.http.HttpClient': ['send', 'sendAsync'],
      'java.net.HttpURLConnection': ['connect', 'getInputStream', 'getOutputStream', 'getResponseCode'],
      ...ee({
        'ws.rs.client.Invocation': ['invoke', 'submit'],
        'ws.rs.client.SyncInvoker': ['get', 'put', 'post', 'delete', 'head', 'options', 'method'],
      }),
    },
  },
  {
    name: 'messages',
    methods: {
      ...ee({
        'jms.MessageProducer': ['send'],
        'jms.JMSProducer': ['send'],
        'jms.MessageConsumer': ['receive', 'receiveNoWait'],
        'jms.JMSConsumer': ['receive', 'receiveNoWait', 'receiveBody', 'receiveBodyNoWait'],
        'mail.Transport': ['connect', 'sendMessage'],
      }),
      'org.apache.kafka.clients.producer.Producer': ['send', 'flush', 'commitTransaction'],
      'org.apache.kafka.clients.consumer.Consumer': ['poll', 'commitSync', 'commitAsync'],
    },
  },
  {
    name: 'servlets',
    methods: ee({ 'servlet.Servlet': ['service'], 'servlet.Filter': ['doFilter'] }),
  },
];
